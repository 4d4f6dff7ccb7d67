import type { UnsubscribePageModel } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { isolate } from "#contract/values/isolate.ts";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { InvalidUnsubscribeLink } from "#web/features/notifications/invalid-unsubscribe-link.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/**
 * Unsubscribes from further mail, and takes it back. Opening it does nothing: email programs open links on their own.
 * Needs no script.
 */
export function Unsubscribe({ token, stopped, owner_name, isResubscribed }: UnsubscribePageModel) {
  const owner = isolate(owner_name ?? "this person");
  const stopEveryone = (
    <ScopeForm token={token} scope="everyone" action="unsubscribe" kind="outline">
      Stop emails from everyone on Paraline
    </ScopeForm>
  );
  switch (stopped) {
    case "invalid":
      return <InvalidUnsubscribeLink />;
    case "none":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={isResubscribed ? "You are subscribed again" : `No more emails from ${owner}?`}
          line={
            isResubscribed
              ? `You can get emails from ${owner} again.`
              : "Links you already have will keep working."
          }
        >
          <ScopeForm
            token={token}
            scope="owner"
            action="unsubscribe"
            kind={isResubscribed ? "outline" : "primary"}
          >
            Unsubscribe
          </ScopeForm>
          {stopEveryone}
        </EmptyState>
      );
    case "owner":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence="You are unsubscribed"
          line={`You won't get any more emails from ${owner}.${
            isResubscribed ? " Other people on Paraline can email you again." : ""
          }`}
        >
          <ScopeForm token={token} scope="owner" action="resubscribe" kind="outline">
            {`Get emails from ${owner} again`}
          </ScopeForm>
          {stopEveryone}
        </EmptyState>
      );
    case "everyone":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence="You are unsubscribed"
          line="You won't get any more emails from people on Paraline."
        >
          <ScopeForm token={token} scope="everyone" action="resubscribe" kind="outline">
            Get emails again
          </ScopeForm>
        </EmptyState>
      );
  }
}

function ScopeForm({
  token,
  scope,
  action,
  kind,
  children,
}: {
  token: string;
  scope: "owner" | "everyone";
  action: "unsubscribe" | "resubscribe";
  kind: "primary" | "outline";
  children: string;
}) {
  return (
    <form method="post" action={paths.unsubscribe}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="action" value={action} />
      <Button type="submit" kind={kind}>
        {children}
      </Button>
    </form>
  );
}
