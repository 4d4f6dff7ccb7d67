import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** Shown for an unsubscribe link that this server did not make, or that was not copied in full. */
export function InvalidUnsubscribeLink() {
  return (
    <EmptyState
      art={<BrokenLineArt />}
      as="h1"
      sentence="Link Invalid"
      line="This unsubscribe link is not valid."
    >
      <p className="small ink-2">Open it again from the email, or copy it in full.</p>
    </EmptyState>
  );
}
