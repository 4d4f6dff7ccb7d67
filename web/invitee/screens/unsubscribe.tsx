import type { InviteeMessages } from "#contract/messages/all.ts";
import type { UnsubscribePageModel } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/**
 * Unsubscribes from further email, and takes it back. Opening it does nothing: email programs open links on their own.
 * Needs no script.
 */
export function Unsubscribe({
  model: { token, stopped, owner_name, isResubscribed },
  messages: { forms, later, page },
}: {
  model: UnsubscribePageModel;
  messages: InviteeMessages;
}) {
  const owner = isolateIn(page.language, owner_name);
  const form = { token, language: page.language };
  const stopEveryone = (
    <ScopeForm {...form} scope="everyone" action="unsubscribe" kind="outline">
      {forms.stopEveryone}
    </ScopeForm>
  );
  switch (stopped) {
    case "invalid":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence={later.invalid}
          line={forms.unsubscribeInvalid}
        >
          <p className="small ink-2">{forms.openFromEmail}</p>
        </EmptyState>
      );
    case "none":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={isResubscribed ? forms.subscribedAgain : forms.noMoreFrom(owner)}
          line={isResubscribed ? forms.canGetAgain(owner) : forms.linksKeepWorking}
        >
          <ScopeForm
            {...form}
            scope="owner"
            action="unsubscribe"
            kind={isResubscribed ? "outline" : "primary"}
          >
            {forms.unsubscribe}
          </ScopeForm>
          {stopEveryone}
        </EmptyState>
      );
    case "owner":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={forms.unsubscribed}
          line={isResubscribed ? forms.noneFromButOthers(owner) : forms.noneFrom(owner)}
        >
          <ScopeForm {...form} scope="owner" action="resubscribe" kind="outline">
            {forms.getFromAgain(owner)}
          </ScopeForm>
          {stopEveryone}
        </EmptyState>
      );
    case "everyone":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={forms.unsubscribed}
          line={forms.noneFromAnyone}
        >
          <ScopeForm {...form} scope="everyone" action="resubscribe" kind="outline">
            {forms.getAgain}
          </ScopeForm>
        </EmptyState>
      );
  }
}

function ScopeForm({
  token,
  language,
  scope,
  action,
  kind,
  children,
}: {
  token: string;
  language: string;
  scope: "owner" | "everyone";
  action: "unsubscribe" | "resubscribe";
  kind: "primary" | "outline";
  children: string;
}) {
  return (
    <form method="post" action={paths.unsubscribe}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="lang" value={language} />
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="action" value={action} />
      <Button type="submit" kind={kind}>
        {children}
      </Button>
    </form>
  );
}
