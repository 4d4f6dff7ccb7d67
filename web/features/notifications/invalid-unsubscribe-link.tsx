import { BrokenLineArt } from "#web/ui/art/broken-line.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** An unsubscribe link that is not one of ours, or was not copied in full. */
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
