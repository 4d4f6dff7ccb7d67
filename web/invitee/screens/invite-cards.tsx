import { useEffect, useRef, useState } from "react";
import { inLanguage } from "#contract/invitee-paths.ts";
import type { InviteCard } from "#contract/invites/invite-cards.ts";
import { circleOfJoinToken } from "#contract/invites/join-token.ts";
import { inviteUrl, paths, shareLinkUrl } from "#contract/paths.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { copyText } from "#web/client/copy-text.ts";
import { useLaterMessages } from "#web/client/later-messages.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { readDraft } from "#web/features/feedback/draft.ts";
import { settleDraft } from "#web/features/feedback/send-reflections.ts";
import { listWritten } from "#web/features/feedback/sent-draft.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { ActionForm } from "./action-form.tsx";
import { CodeForm } from "./code-form.tsx";

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
  unsent: posted = [],
  takesCode = false,
  further,
  again_address,
  busy = false,
  onReopen,
}: {
  card: InviteCard;
  invite_token: string | undefined;
  /** What a form without scripts contained. */
  unsent?: readonly string[] | undefined;
  /** Whether the code of a receipt can be entered. */
  takesCode?: boolean | undefined;
  /** A further question that waits. */
  further?: { address: string; owner_name: string | null } | undefined;
  again_address?: string | undefined;
  busy?: boolean;
  onReopen: (form: HTMLFormElement) => void;
}) {
  const messages = useLaterMessages();
  const { language } = usePageMessages();
  const [unsent, setUnsent] = useState(posted);

  useEffect(() => {
    if (invite_token === undefined || card === "unavailable" || posted.length > 0) return;
    let isShown = true;
    void findUnsent(card, invite_token).then((found) => isShown && setUnsent(found));
    return () => {
      isShown = false;
    };
  }, [card, invite_token, posted.length]);

  switch (card) {
    case "missing":
      return (
        <EmptyState
          art={<EnvelopeArt isSent={false} />}
          as="h1"
          sentence={messages.missing}
          line={messages.missingWhy}
        >
          <p className="small ink-2">{messages.missingDraft}</p>
        </EmptyState>
      );
    case "invalid":
    case "closed":
    case "full":
    case "turned_off":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence={messages.invalid}
          line={messages.errors[invalidCodes[card]]}
        >
          {card === "invalid" && <p className="small ink-2">{messages.askAgain}</p>}
          <UnsentText texts={unsent} />
          {card === "turned_off" && (
            <a
              className={buttonClass("outline")}
              href={inLanguage(sharedAddress(invite_token), language)}
            >
              {messages.openSharedLink}
            </a>
          )}
        </EmptyState>
      );
    case "completed":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={messages.errors.invite_completed}
          line={messages.completedThanks}
        >
          {further && (
            <a className={buttonClass("primary")} href={further.address}>
              {messages.furtherQuestion(isolateIn(language, further.owner_name))}
            </a>
          )}
          <UnsentText texts={unsent} isVersion />
          {takesCode && invite_token !== undefined && <CodeForm invite_token={invite_token} />}
        </EmptyState>
      );
    case "declined":
      return (
        <EmptyState
          art={<EnvelopeArt isSent={false} />}
          as="h1"
          sentence={messages.errors.invite_declined}
          line={messages.declinedEmails}
        >
          <ActionForm action="reopen" invite_token={invite_token} onAct={onReopen}>
            <Button type="submit" busy={busy}>
              {messages.answerAfterAll}
            </Button>
          </ActionForm>
          <UnsentText texts={unsent} />
        </EmptyState>
      );
    case "unavailable":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence={messages.unavailable}
          line={messages.unavailableWhy}
        >
          <a
            className={buttonClass("outline")}
            href={inLanguage(
              again_address ?? (invite_token ? inviteUrl("", invite_token) : paths.feedback),
              language,
            )}
          >
            {messages.tryAgain}
          </a>
        </EmptyState>
      );
  }
}

/** What the person wrote, if this link no longer takes it and it is not what is stored. */
async function findUnsent(card: InviteCard, inviteToken: string): Promise<string[]> {
  const draft = readDraft(inviteToken);
  if (draft === undefined) return [];
  // While it is unknown whether it was sent, nothing is claimed. The draft stays.
  if (card === "completed" && (await settleDraft(inviteToken, draft)) !== false) return [];
  return listWritten(draft);
}

/** Answers and ratings that were not sent, to copy. */
function UnsentText({
  texts,
  isVersion = false,
}: {
  texts: readonly string[];
  /** Whether another version was sent. */
  isVersion?: boolean;
}) {
  const messages = useLaterMessages();
  const written = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"served" | "live" | "copied" | "refused">("served");
  useEffect(() => setState("live"), []);

  async function copy() {
    const isCopied = await copyText(texts.join("\n\n"));
    setState(isCopied ? "copied" : "refused");
    if (!isCopied && written.current) getSelection()?.selectAllChildren(written.current);
  }

  if (texts.length === 0) return null;
  return (
    <section className="stack g3 written">
      <h2 className="label">{messages.written}</h2>
      <p className="small ink-2">{isVersion ? messages.versionUnsent : messages.writtenUnsent}</p>
      <div className="stack g3" ref={written}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <WrittenText key={index}>{text}</WrittenText>
        ))}
      </div>
      {state !== "served" && (
        <div className="row">
          <Button onClick={copy}>{messages.copy}</Button>
          <p className="small ink-2" role="status">
            {state === "copied" && messages.copied}
            {state === "refused" && messages.copyRefused}
          </p>
        </div>
      )}
    </section>
  );
}

/** The share link that the person with this token used. */
function sharedAddress(inviteToken = ""): string {
  const circleId = circleOfJoinToken(inviteToken);
  return circleId === undefined ? paths.feedback : shareLinkUrl("", circleId);
}
