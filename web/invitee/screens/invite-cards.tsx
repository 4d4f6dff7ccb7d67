import { useEffect, useState } from "react";
import { inviteeMessage } from "#contract/invitee-errors.ts";
import { circleOfJoinToken } from "#contract/invites/join-token.ts";
import { formFields, type InviteCard } from "#contract/pages.ts";
import { inviteUrl, paths, shareLinkUrl } from "#contract/paths.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { type Draft, deleteDraft, readDraft, saveDraft } from "#web/features/feedback/draft.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { ActionForm } from "./action-form.tsx";

const invalidCodes = {
  invalid: "invite_invalid",
  closed: "circle_closed",
  full: "link_full",
  turned_off: "link_turned_off",
} as const;

/** The card that is shown instead of the questions. */
export function InviteStateCard({
  card,
  invite_token,
  again_address = invite_token ? inviteUrl("", invite_token) : paths.feedback,
  busy = false,
  onReopen,
}: {
  card: InviteCard;
  invite_token: string | undefined;
  again_address?: string | undefined;
  busy?: boolean;
  onReopen: (form: HTMLFormElement) => void;
}) {
  const [typed, setTyped] = useState<Draft>();

  useEffect(() => {
    if (invite_token === undefined || card === "unavailable") return;
    setTyped(readDraft(invite_token));
    if (card === "completed" || card === "declined") deleteDraft(invite_token);
  }, [card, invite_token]);

  /** People who declined by mistake find everything unchanged, as long as this page is open. */
  function reopen(form: HTMLFormElement) {
    if (invite_token !== undefined && typed !== undefined) saveDraft(invite_token, typed);
    onReopen(form);
  }

  switch (card) {
    case "invalid":
    case "closed":
    case "full":
    case "turned_off":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence="Link Invalid"
          line={inviteeMessage(invalidCodes[card])}
        >
          {card === "invalid" && (
            <p className="small ink-2">Ask the person who invited you to send it again.</p>
          )}
          <UnsentText draft={typed} />
          {card === "turned_off" && (
            <a className={buttonClass("outline")} href={sharedAddress(invite_token)}>
              Open the shared link
            </a>
          )}
        </EmptyState>
      );
    case "completed":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={inviteeMessage("invite_completed")}
          line="Thank you. Each link can be answered only once."
        />
      );
    case "declined":
      return (
        <EmptyState
          art={<EnvelopeArt isSent={false} />}
          as="h1"
          sentence={inviteeMessage("invite_declined")}
          line="You won't get any more emails about it."
        >
          <ActionForm action="reopen" invite_token={invite_token} onAct={reopen}>
            <Button type="submit" busy={busy}>
              Answer after all
            </Button>
          </ActionForm>
        </EmptyState>
      );
    case "unavailable":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence="Failed to load paraline"
          line="We can't load this right now. Your link is saved."
        >
          <a className={buttonClass("outline")} href={again_address}>
            Try again
          </a>
        </EmptyState>
      );
  }
}

/** Answers and ratings that can't be sent from here, to copy. */
function UnsentText({ draft }: { draft: Draft | undefined }) {
  const written = Object.entries(draft?.fields ?? {}).filter(
    ([name, words]) =>
      words !== "" && (name === formFields.encouragement || formFields.answerPattern.test(name)),
  );
  if (written.length === 0) return null;
  return (
    <section className="stack g3 written">
      <h2 className="label">What you have written</h2>
      {written.map(([name, words]) => (
        <WrittenText key={name}>{words}</WrittenText>
      ))}
    </section>
  );
}

/** The share link that the person with this token used. */
function sharedAddress(inviteToken = ""): string {
  const circleId = circleOfJoinToken(inviteToken);
  return circleId === undefined ? paths.feedback : shareLinkUrl("", circleId);
}
