import { useEffect, useState } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import type { Receipt } from "#contract/feedback.ts";
import type { FeedbackPageModel, InsightsUse } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { AnswerFlow } from "#web/features/feedback/answer-flow.tsx";
import { loadOpenInvite } from "#web/features/feedback/api.ts";
import { createSubmissionKey } from "#web/features/feedback/draft.ts";
import { answerInvite } from "#web/features/invites/answer-invite.ts";
import { LoadingMark } from "#web/ui/loading-mark.tsx";
import { Notice, type NoticeContent } from "#web/ui/notice.tsx";
import { ActionForm, Card, cardOf } from "./invite-cards.tsx";
import {
  forgetInviteToken,
  keepInviteToken,
  keepReceipt,
  readInviteToken,
  readReceipt,
  seemsSignedIn,
} from "./kept-in-tab.ts";
import { TalkFrame } from "./talk-frame.tsx";
import { ThankYou } from "./thank-you.tsx";

/** What the server rendered, and what the page's script begins with. */
export type InviteePageModel =
  | Exclude<FeedbackPageModel, { kind: "unsent" }>
  | { kind: "thank_you"; receipt?: Receipt; signed_in?: boolean };

const decline_form = "rather-not";

/** /invite, /feedback and /thank-you: one page, so that each costs no further document. */
export function InviteePage({ model }: { model: InviteePageModel }) {
  const [now, setNow] = useState(model);
  const [insights] = useState<InsightsUse>("insights" in model ? model.insights : "off");
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<NoticeContent>();

  const say = (tone: NoticeContent["tone"], title: string) =>
    setNotice((before) => ({ id: (before?.id ?? 0) + 1, tone, title }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has arrived
  useEffect(() => {
    switch (model.kind) {
      case "open":
      case "card":
        settle(model);
        return;
      case "loading":
        void load(readInviteToken());
        return;
      case "thank_you":
        setNow({ kind: "thank_you", receipt: readReceipt(), signed_in: seemsSignedIn() });
    }
  }, []);

  /** The address without the token, which this tab keeps; an unknown link stays as it was opened. */
  function settle(opened: Extract<InviteePageModel, { kind: "open" | "card" }>) {
    if (opened.kind === "card" && opened.card === "invalid") {
      forgetInviteToken();
      say("bad", "Failed to load paraline. Please check your link.");
      return;
    }
    if (opened.invite_token === undefined) return;
    keepInviteToken(opened.invite_token);
    history.replaceState(null, "", paths.feedback + location.hash);
  }

  async function load(invite_token: string | undefined) {
    if (invite_token === undefined) {
      say("bad", "Invalid feedback link");
      setNow({ kind: "card", card: "invalid", invite_token });
      return;
    }
    try {
      const view = await loadOpenInvite(invite_token);
      const submission_key = createSubmissionKey();
      setNow({ kind: "open", invite_token, submission_key, view, insights, refused: undefined });
    } catch (error) {
      show(
        error instanceof ApiError && error.code !== "unreachable" ? error.code : "unavailable",
        invite_token,
      );
    }
  }

  function show(code: ErrorCode, invite_token: string | undefined) {
    const card = cardOf(code);
    if (card === "invalid") forgetInviteToken();
    if (card === "invalid" || card === "unavailable") {
      say("bad", "Failed to load paraline. Please check your link.");
    }
    setNow({ kind: "card", card, invite_token });
  }

  async function answer(verb: "decline" | "reopen", invite_token: string | undefined) {
    if (busy || invite_token === undefined) return;
    setBusy(true);
    try {
      await answerInvite(verb, invite_token);
      if (verb === "decline") setNow({ kind: "card", card: "declined", invite_token });
      else await load(invite_token);
    } catch (error) {
      if (error instanceof ApiError && cardOf(error.code as ErrorCode) !== "unavailable") {
        show(error.code as ErrorCode, invite_token);
      } else say("bad", "That did not arrive. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  function thank(receipt: Receipt) {
    forgetInviteToken();
    keepReceipt(receipt);
    history.replaceState(null, "", paths.thank_you);
    setNow({ kind: "thank_you", receipt, signed_in: seemsSignedIn() });
    say("good", "Feedback submitted successfully!");
  }

  const titled = now.kind === "open" ? undefined : titleOf(now);
  useEffect(() => {
    if (titled === undefined) return;
    document.title = `${titled} · Paraline`;
  }, [titled]);

  // What replaces the questions is read from its heading on; the first screen keeps the page's own beginning.
  const replaced = now !== model && now.kind !== "open" && now.kind !== "loading";
  useEffect(() => {
    if (!replaced) return;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("h1")?.focus();
  }, [replaced]);

  return (
    <>
      {screen()}
      <Notice notice={notice} onDismiss={() => setNotice(undefined)} />
    </>
  );

  function screen() {
    switch (now.kind) {
      case "open": {
        const { invite_token, view } = now;
        return (
          <TalkFrame
            privateTo={view.owner_name === null ? "Private" : `Private to ${view.owner_name}`}
          >
            <AnswerFlow
              {...now}
              declineFormId={decline_form}
              onSubmitted={thank}
              onLinkRefused={(code) => show(code, invite_token)}
              onProblem={(sentence) => say("bad", sentence)}
            />
            <ActionForm
              id={decline_form}
              action="decline"
              invite_token={invite_token}
              onAct={() => void answer("decline", invite_token)}
            />
          </TalkFrame>
        );
      }
      case "card": {
        const { card, invite_token } = now;
        return (
          <TalkFrame>
            <Card
              card={card}
              invite_token={invite_token}
              busy={busy}
              onReopen={() => void answer("reopen", invite_token)}
            />
          </TalkFrame>
        );
      }
      case "loading":
        return (
          <TalkFrame>
            <LoadingMark words="Loading paraline..." />
          </TalkFrame>
        );
      case "thank_you":
        return (
          <TalkFrame>
            <ThankYou receipt={now.receipt} signedIn={now.signed_in ?? false} />
          </TalkFrame>
        );
    }
  }
}

/** What the document is called while this is on screen. */
export function titleOf(model: InviteePageModel): string {
  switch (model.kind) {
    case "open":
      return `Question 1 of ${model.view.circle.questions.length}`;
    case "loading":
      return "Loading paraline...";
    case "thank_you":
      return "Thank you";
    case "card":
      switch (model.card) {
        case "completed":
          return "Already shared";
        case "declined":
          return "You chose not to answer";
        case "unavailable":
          return "Failed to load paraline";
        default:
          return "Link Invalid";
      }
  }
}
