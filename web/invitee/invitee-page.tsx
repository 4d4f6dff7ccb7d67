import { useEffect, useRef, useState } from "react";
import type { OpenInviteView, Receipt } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { inLanguage, inviteePaths } from "#contract/invitee-paths.ts";
import type { InviteCard } from "#contract/invites/invite-cards.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { readText, storeText } from "#web/client/browser-storage.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { AnswerFlow } from "#web/features/feedback/answer-flow.tsx";
import type { SendReflections } from "#web/features/feedback/send-reflections.ts";
import type { InlineToastContent } from "#web/ui/toasts/inline-toast.tsx";
import { InviteeLayout } from "./invitee-layout.tsx";
import type { InviteePageModel } from "./invitee-page-model.ts";
import type { LazyComponents } from "./lazy-components.ts";
import { ActionForm } from "./screens/action-form.tsx";

/** The link that this tab was opened with, so that a reload works without a token in the address. */
const key = "invite_token";

const readInviteToken = () => readText("sessionStorage", key) ?? undefined;
/** Keeps the token. Without one, deletes the token that was kept. False if the browser stores nothing. */
const storeInviteToken = (inviteToken?: string) => storeText("sessionStorage", key, inviteToken);

const declineForm = "rather-not";

/** /invite, /feedback and /thank-you are one page, so that none of them needs another document. */
export function InviteePage({
  model,
  lazy: given,
  loadLazy,
}: {
  model: InviteePageModel;
  /** Loaded from the start for a model that {@link needsLazyComponents}. */
  lazy?: LazyComponents | undefined;
  loadLazy: () => Promise<LazyComponents>;
}) {
  const messages = usePageMessages();
  const [now, setNow] = useState(model);
  const [lazy, setLazy] = useState(given);
  const [initialInsights] = useState<{ insights: InsightsUse; consented_processor: string | null }>(
    model.kind === "thank_you"
      ? { insights: "off", consented_processor: null }
      : { insights: model.insights, consented_processor: model.consented_processor },
  );
  const [busy, setBusy] = useState(false);
  const [toast, setToast] = useState<InlineToastContent>();

  const showToast = (tone: InlineToastContent["tone"], title: string, silent?: boolean) =>
    setToast((before) => ({ id: (before?.id ?? 0) + 1, tone, title, silent }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useEffect(() => {
    // This is also for the live region of notices, which has to exist before the first notice.
    loadLazy().then(setLazy, () => {});
    switch (model.kind) {
      case "open":
      case "card":
        cleanAddress(model);
        return;
      case "loading":
        void load(readInviteToken());
    }
  }, []);

  /**
   * Removes the token from the address, and keeps it in this tab while it is useful. The address of an unknown link
   * stays unchanged.
   */
  function cleanAddress(opened: Extract<InviteePageModel, { kind: "open" | "card" }>) {
    if (opened.kind === "card" && opened.card === "invalid") {
      storeInviteToken();
      showToast("bad", messages.loadFailed);
    } else if (opened.invite_token !== undefined) {
      if (opened.kind === "card" && opened.card === "completed") storeInviteToken();
      // Without storage the token stays in the address, which a reload needs.
      else if (!storeInviteToken(opened.invite_token)) return;
      history.replaceState(
        null,
        "",
        inLanguage(inviteePaths.feedback, messages.language) +
          // Only a question stays in the address, never the code of a receipt.
          (/^#q\d$/.test(location.hash) ? location.hash : ""),
      );
    }
  }

  async function load(inviteToken: string | undefined) {
    const parts = await loadLazy().catch(() => undefined);
    if (inviteToken === undefined) {
      // The link was removed with the answers that this tab sent.
      const card = parts?.readReceipt() ? "completed" : "missing";
      return turnTo(
        { kind: "card", card, invite_token: inviteToken, ...initialInsights },
        inviteePaths.landing,
      );
    }
    if (parts === undefined) return location.assign(linkAddress(inviteToken, messages.language));
    const found = await parts.openLink(inviteToken);
    if (typeof found === "string") return showCard(found, inviteToken);
    showQuestions(found, inviteToken);
  }

  function showQuestions(view: OpenInviteView, inviteToken: string) {
    setNow({
      kind: "open",
      invite_token: inviteToken,
      // It is only for posting without scripts.
      submission_key: "",
      view,
      ...initialInsights,
      refused: undefined,
    });
  }

  /** Shows the current state of the link. If it can't be loaded, the page stays as it is. */
  async function refresh() {
    if ((now.kind !== "open" && now.kind !== "card") || now.invite_token === undefined) return;
    const found = await (await loadLazy()).openLink(now.invite_token);
    if (typeof found !== "string") showQuestions(found, now.invite_token);
    else if (found !== "unavailable") await showCard(found, now.invite_token);
  }

  /** Shows content that needs the lazily loaded part. If that can't be fetched, opens the server's page with it. */
  async function turnTo(next: InviteePageModel, address: string) {
    try {
      setLazy(await loadLazy());
      setNow(next);
    } catch {
      location.assign(address);
    }
  }

  function showCard(card: InviteCard, inviteToken: string) {
    if (card === "invalid" || card === "completed") storeInviteToken();
    if (card === "invalid" || card === "unavailable") showToast("bad", messages.loadFailed);
    return turnTo(
      { kind: "card", card, invite_token: inviteToken, ...initialInsights },
      linkAddress(inviteToken, messages.language),
    );
  }

  async function showRefusal(code: string, inviteToken: string) {
    const { cardOfCode } = await loadLazy();
    await showCard(cardOfCode(code), inviteToken);
  }

  const send: SendReflections = async (...submit) => {
    setToast(undefined);
    try {
      return await (await loadLazy()).sendReflections(...submit);
    } catch {
      // The lazily loaded part could not be fetched, so nothing was sent.
      return { kind: "failed" };
    }
  };

  async function answer(
    verb: "decline" | "reopen",
    inviteToken: string | undefined,
    form: HTMLFormElement,
  ) {
    if (busy || inviteToken === undefined) return;
    setBusy(true);
    const parts = await loadLazy().catch(() => undefined);
    // Without the lazily loaded part the form posts natively, as it does without scripts.
    if (parts === undefined) return form.submit();
    const instead = await parts.answerLink(verb, inviteToken);
    if (instead === "unavailable") showToast("bad", messages.choiceFailed);
    else if (instead !== undefined) await showCard(instead, inviteToken);
    else if (verb === "decline") await showCard("declined", inviteToken);
    else await load(inviteToken);
    setBusy(false);
  }

  async function thank(given: Receipt, inviteToken: string) {
    storeInviteToken();
    // It is loaded by now, because it was needed to send.
    const { addLink } = await loadLazy();
    const receipt = addLink(given, linkAddress(inviteToken, messages.language));
    showToast("good", messages.submitted);
    await turnTo({ kind: "thank_you", receipt }, inviteePaths.thankYou);
  }

  useEffect(() => {
    // On Back the browser may show a page as it was, and only the server knows its current state.
    const showAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh();
    };
    const goBack = () => {
      if (now.kind === "thank_you") {
        if (location.pathname !== inviteePaths.thankYou) location.reload();
      } else if (now.kind !== "loading" && location.search) {
        // The address is from before the token was removed.
        cleanAddress(now);
      }
    };
    addEventListener("pageshow", showAgain);
    addEventListener("popstate", goBack);
    return () => {
      removeEventListener("pageshow", showAgain);
      removeEventListener("popstate", goBack);
    };
  });

  const titled = now.kind === "open" ? undefined : lazy?.formatTitle(now, messages);
  useEffect(() => {
    if (titled === undefined) return;
    document.title = `${titled} · Paraline`;
  }, [titled]);

  // New content is read from its heading on. For the first screen, the focus stays at the start of the page.
  const shown = useRef(now);
  useEffect(() => {
    const before = shown.current;
    shown.current = now;
    if (before === now || (now.kind === "open" && isQuestions(before))) return;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("h1")?.focus();
  }, [now]);

  return (
    <>
      {screen()}
      {lazy ? (
        <lazy.Notices toast={toast} onDismiss={() => setToast(undefined)} />
      ) : (
        toast && (
          <div className="inline-toasts">
            <p className="wash pad" role="alert">
              {toast.title}
            </p>
          </div>
        )
      )}
    </>
  );

  function screen() {
    switch (now.kind) {
      case "open": {
        const { invite_token, view } = now;
        return (
          <InviteeLayout
            privateTo={messages.privateTo(isolateIn(messages.language, view.owner_name))}
          >
            <AnswerFlow
              {...now}
              further={view.is_further ? lazy?.further : undefined}
              findAuthorHint={lazy?.findAuthorHint}
              followTabs={lazy?.followTabs}
              send={send}
              declineFormId={declineForm}
              onSubmitted={(receipt) => void thank(receipt, invite_token)}
              onLinkRefused={(code) => void showRefusal(code, invite_token)}
              onProblem={(sentence, silent) => showToast("bad", sentence, silent)}
              onCorrected={() => setToast(undefined)}
              onDraftDeleted={() => void refresh()}
            />
            <ActionForm
              id={declineForm}
              action="decline"
              invite_token={invite_token}
              onAct={(form) => void answer("decline", invite_token, form)}
            />
          </InviteeLayout>
        );
      }
      case "card": {
        const { card, invite_token, unsent, takes_code, further, again_address } = now;
        return (
          <InviteeLayout>
            {lazy && (
              <lazy.Card
                card={card}
                again_address={again_address}
                invite_token={invite_token}
                unsent={unsent}
                takesCode={takes_code}
                further={further}
                busy={busy}
                onReopen={(form) => void answer("reopen", invite_token, form)}
              />
            )}
          </InviteeLayout>
        );
      }
      case "loading":
        return (
          <InviteeLayout>
            <LoadingMark label={messages.loading} />
            <noscript>
              <p className="invitee-column">{messages.loadingWithoutScript}</p>
            </noscript>
          </InviteeLayout>
        );
      case "thank_you":
        return <InviteeLayout>{lazy && <lazy.ThankYou receipt={now.receipt} />}</InviteeLayout>;
    }
  }
}

/** Whether a page shows the questions already, or is about to. */
function isQuestions({ kind }: InviteePageModel): boolean {
  return kind === "open" || kind === "loading";
}

/** The link as it was emailed, or in a language. */
function linkAddress(inviteToken: string, language: string): string {
  return inLanguage(`${inviteePaths.invite}?token=${encodeURIComponent(inviteToken)}`, language);
}

/**
 * Whether the first render of a model shows the lazily loaded part, which both server and browser then need.
 */
export function needsLazyComponents(model: InviteePageModel): boolean {
  return (
    model.kind === "card" ||
    model.kind === "thank_you" ||
    (model.kind === "open" && model.view.is_further)
  );
}
