import type { UnsubscribePageModel } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { InvalidUnsubscribeLink } from "#web/features/notifications/invalid-unsubscribe-link.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** Unsubscribes from further mail. Opening it does nothing: email programs open links on their own. Needs no script. */
export function Unsubscribe({ token, state, owner_name, scope }: UnsubscribePageModel) {
  const owner = owner_name ?? "this person";
  const isAsked = state === "ask";
  const isForEveryone = scope === "everyone";
  const done = isForEveryone
    ? "You won't get any more emails from people on Paraline."
    : `You won't get any more emails from ${owner}.`;
  if (state === "invalid") return <InvalidUnsubscribeLink />;
  return (
    <EmptyState
      art={<EnvelopeArt />}
      as="h1"
      sentence={isAsked ? `No more emails from ${owner}?` : "You are unsubscribed"}
      line={isAsked ? "Links you already have will keep working." : done}
    >
      {isAsked && (
        <ScopeForm token={token} scope="owner" kind="primary">
          Unsubscribe
        </ScopeForm>
      )}
      {(isAsked || !isForEveryone) && (
        <ScopeForm token={token} scope="everyone" kind="outline">
          Stop emails from everyone on Paraline
        </ScopeForm>
      )}
    </EmptyState>
  );
}

function ScopeForm({
  token,
  scope,
  kind,
  children,
}: {
  token: string;
  scope: "owner" | "everyone";
  kind: "primary" | "outline";
  children: string;
}) {
  return (
    <form method="post" action={paths.unsubscribe}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="scope" value={scope} />
      <Button type="submit" kind={kind}>
        {children}
      </Button>
    </form>
  );
}
