import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { findAuthorHintOrName } from "#contract/feedback/author-hints.ts";
import type { OpenInviteView, Receipt } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import type { InviteeErrorCode } from "#contract/invitee-errors.ts";
import { inviteePaths } from "#contract/invitee-paths.ts";
import { isJoinToken } from "#contract/invites/draft-owner.ts";
import { formFields, type RefusedForm } from "#contract/pages.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { QuestionField } from "#web/question-types/question-field.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { ArrowDownIcon, ArrowLeftIcon } from "#web/ui/icons/icons.tsx";
import { Progress } from "#web/ui/status/progress.tsx";
import { draftKey, readDraft, saveDraft, saveField, savePlace } from "./draft.ts";
import { FirstCard } from "./first-card.tsx";
import type { followTabs } from "./follow-tabs.ts";
import { isFromDraft, isSame, isStarted, readFields, restoreFields } from "./form-fields.ts";
import { LastChoices } from "./last-choices.tsx";
import type { FormError, SendReflections } from "./send-reflections.ts";

interface AnswerFlowProps {
  invite_token: string;
  /** The key for the form when it is posted without scripts. The script creates its own. */
  submission_key: string;
  view: OpenInviteView;
  insights: InsightsUse;
  consented_processor: string | null;
  refused?: RefusedForm | undefined;
  /** What one further question has instead of the first card and the button's words; undefined for ordinary questions. */
  further?:
    | {
        Intro: ComponentType<{ view: OpenInviteView; insights: InsightsUse; placeId: string }>;
        SendLabel: ComponentType;
      }
    | undefined;
  /** Undefined until it is loaded, which happens once the page is usable. */
  findAuthorHint: typeof findAuthorHintOrName | undefined;
  followTabs: typeof followTabs | undefined;
  send: SendReflections;
  declineFormId: string;
  onSubmitted: (receipt: Receipt) => void;
  /** Called when the link no longer opens any questions. */
  onLinkRefused: (code: InviteeErrorCode) => void;
  /** `silent` means that the focus moves to where the same message is read out. */
  onProblem: (sentence: string, silent: boolean) => void;
  onCorrected: () => void;
  /** Called when another tab has deleted the draft, so the link may be used. */
  onDraftDeleted: () => void;
}

/** The space needed below the top of a field for its first two lines to be visible above the buttons. */
const footAndTwoLinesPx = 140;

/** Every step makes a new object, so that going to the same question again also moves the focus. */
interface Place {
  index: number;
  focus: "heading" | "field" | undefined;
}

/**
 * A real form: without scripts it can be posted, and links to `#q2` show one question after the other (see answer-
 * flow.css). The script takes over the values that the fields have by then.
 */
export function AnswerFlow({
  invite_token,
  submission_key,
  view,
  insights,
  consented_processor,
  refused,
  further,
  findAuthorHint,
  followTabs,
  send,
  declineFormId,
  onSubmitted,
  onLinkRefused,
  onProblem,
  onCorrected,
  onDraftDeleted,
}: AnswerFlowProps) {
  const messages = usePageMessages();
  const { circle, owner_name } = view;
  const { questions } = circle;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // This is not state, because two submissions in one task would both find it unset.
  const isSending = useRef(false);
  const [live, setLive] = useState(false);
  const [error, setError] = useState<FormError | undefined>(refused);
  const [place, setPlace] = useState<Place>(() => ({
    index: error ? findErrorIndex(error.about) : 0,
    focus: undefined,
  }));
  const [reached, setReached] = useState(place.index + 1);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const last = questions.length - 1;
  const wordsId = useId();
  const [firstSeen, setFirstSeen] = useState<boolean>();

  /** The question at which an error is shown: its own, the last one for the encouragement, or else the first. */
  function findErrorIndex(about: FormError["about"]): number {
    if (about === "encouragement") return questions.length - 1;
    return Math.max(
      0,
      questions.findIndex(({ id }) => id === about),
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useEffect(() => {
    if (form.current === null) return;
    const draft = readDraft(invite_token);
    if (draft && !refused) restoreFields(form.current, draft.fields);
    const fields = readFields(form.current);
    // Text that was typed before the script loaded did not fire an event.
    if (isStarted(fields) && !isSame(fields, draft?.fields ?? {})) {
      saveDraft(invite_token, {
        ...draft,
        fields: { ...draft?.fields, ...fields },
        submission_key: undefined,
      });
    }
    const number = numberInAddress() ?? draft?.question ?? 1;
    if (number <= questions.length && !(refused && location.hash === "")) {
      setPlace({ index: number - 1, focus: undefined });
      if (number > 1) history.replaceState(null, "", createAnchor(number));
    }
    setLive(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback may be from any render
  useEffect(() => {
    if (!live || form.current === null) return;
    return followTabs?.(form.current, invite_token, onDraftDeleted);
  }, [live, invite_token, followTabs]);

  useEffect(() => {
    const goBack = () => {
      const number = location.hash === "" ? 1 : numberInAddress();
      if (number === undefined || number > questions.length) return;
      setPlace({ index: number - 1, focus: "heading" });
      savePlace(invite_token, number);
    };
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, [invite_token, questions.length]);

  useEffect(() => {
    if (!live) return;
    document.title = `${messages.question(place.index + 1, questions.length)} · Paraline`;
    // One frame later, so that the line grows from its old position.
    const frame = requestAnimationFrame(() => setReached(place.index + 1));
    if (place.focus !== undefined) {
      scrollTo(0, 0);
      heading.current?.focus();
      // The heading is below the card.
      if (place.index === 0) heading.current?.scrollIntoView();
      const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
      if (place.focus === "field" && field) {
        field.focus();
        // In the centre, the field is not covered by the buttons at the bottom or by the messages above them.
        field.scrollIntoView({ block: "center" });
      }
    }
    return () => cancelAnimationFrame(frame);
  }, [live, place, questions.length, messages]);

  // The card may leave no room for the first question. Until the question has been visible, only the link to it floats
  // over the page.
  useEffect(() => {
    const answer = form.current?.querySelector("#q1 :is(textarea, input)");
    if (!answer) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setFirstSeen((seen) => seen || entry.isIntersecting);
      },
      { rootMargin: `0px 0px -${footAndTwoLinesPx}px 0px` },
    );
    observer.observe(answer);
    return () => observer.disconnect();
  }, []);

  function goTo(index: number, focus: Place["focus"] = "heading") {
    if (index !== place.index) {
      history.pushState(null, "", createAnchor(index + 1));
      savePlace(invite_token, index + 1);
    }
    setPlace({ index, focus });
  }

  function showQuestion() {
    // This also counts when a small window shows less of it than counts as visible.
    setFirstSeen(true);
    goTo(0);
  }

  function keep(event: FormEvent) {
    if (form.current === null || isFromDraft(event.nativeEvent)) return;
    saveField(
      invite_token,
      (event.target as HTMLInputElement | HTMLTextAreaElement).name,
      readFields(form.current),
    );
    if (error === undefined) return;
    setError(undefined);
    onCorrected();
  }

  async function submit() {
    if (isSending.current || form.current === null) return;
    isSending.current = true;
    setBusy(true);
    setFailed(false);
    const outcome = await send(form.current, invite_token, questions, consented_processor);
    // Answers that were sent already stay unchanged, so that they are not sent twice.
    if (outcome.kind === "stored") return onSubmitted(outcome.receipt);
    isSending.current = false;
    setBusy(false);
    switch (outcome.kind) {
      case "invalid":
        setError(outcome.error);
        goTo(findErrorIndex(outcome.error.about), "field");
        onProblem(outcome.error.message, true);
        break;
      case "link_refused":
        onLinkRefused(outcome.code);
        break;
      case "failed":
        setFailed(true);
        onProblem(messages.submitFailed, false);
    }
  }

  function pressKey(event: KeyboardEvent) {
    // In the middle of a word that is being composed, the key belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (place.index < last) goTo(place.index + 1);
    else void submit();
  }

  return (
    <form
      className="flow"
      ref={form}
      method="post"
      action={inviteePaths.feedback}
      noValidate
      data-draft={draftKey(invite_token)}
      data-live={live || undefined}
      onInput={keep}
      onKeyDown={pressKey}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <input type="hidden" name={formFields.invite_token} value={invite_token} />
      <input type="hidden" name={formFields.language} value={messages.language} />
      <input type="hidden" name={formFields.submission_key} value={submission_key} />
      <input
        type="hidden"
        name={formFields.consented_processor}
        value={consented_processor ?? ""}
      />
      {/* Enter on a rating clicks the form's first button, so this one does nothing, with or without scripts. */}
      <button
        type="submit"
        formMethod="dialog"
        hidden
        onClick={(event) => event.preventDefault()}
      />
      {questions.map((question, index) => {
        const words = messages.question(index + 1, questions.length);
        const isCurrent = index === place.index;
        const value = live && isCurrent ? reached : index + 1;
        return (
          <section
            key={question.id}
            className="step"
            id={`q${index + 1}`}
            data-first={isCurrent || undefined}
            hidden={live && !isCurrent}
          >
            <div className="invitee-column stack invitee-body">
              {further ? (
                <further.Intro view={view} insights={insights} placeId={`${wordsId}${index}`} />
              ) : index === 0 ? (
                <FirstCard view={view} insights={insights} />
              ) : (
                <h1 className="sr-only">{circle.title}</h1>
              )}
              {!further && (
                <Progress
                  value={value}
                  max={questions.length}
                  label={words}
                  wordsId={`${wordsId}${index}`}
                  percent={messages.percent(Math.round((value / questions.length) * 100))}
                  name={messages.progress}
                />
              )}
              <QuestionField
                question={question}
                placeId={`${wordsId}${index}`}
                headingRef={isCurrent ? heading : undefined}
                defaultAnswer={refused?.answers[question.id]}
                error={
                  error && error.about !== "encouragement" && index === findErrorIndex(error.about)
                    ? error.message
                    : undefined
                }
                findAuthorHint={
                  circle.is_anonymous && findAuthorHint
                    ? (text) => findAuthorHint(text, circleText(view, question.label))
                    : undefined
                }
              />
              {index === 0 && !isJoinToken(invite_token) && (
                <button
                  className="btn btn-quiet btn-flush step-decline"
                  type="submit"
                  form={declineFormId}
                >
                  {messages.decline}
                </button>
              )}
              {index === last && (
                <LastChoices
                  owner={isolateIn(messages.language, owner_name)}
                  insights={insights}
                  withNote={!further}
                  defaults={refused}
                  error={error?.about === "encouragement" ? error.message : undefined}
                />
              )}
              {index === last && failed && (
                <p className="small ink-2">{messages.safeToSubmitAgain}</p>
              )}
            </div>
            {live && index === 0 && firstSeen === false && (
              <div className="invitee-foot invitee-start">
                <div className="invitee-column step-actions">
                  <Button kind="primary" onClick={() => showQuestion()}>
                    {messages.goToFirst}
                    <ArrowDownIcon />
                  </Button>
                </div>
              </div>
            )}
            <div
              className={
                index > 0 || firstSeen ? "invitee-foot" : "invitee-foot invitee-foot-resting"
              }
            >
              <div className="invitee-column step-actions">
                {!further && (
                  <Step live={live} kind="quiet" to={index - 1} onStep={goTo}>
                    <ArrowLeftIcon />
                    {messages.back}
                  </Step>
                )}
                {index < last ? (
                  <Step live={live} kind="primary" to={index + 1} onStep={goTo}>
                    {messages.next}
                  </Step>
                ) : (
                  <Button type="submit" kind="primary" busy={busy} busyLabel={messages.submitting}>
                    {further ? <further.SendLabel /> : messages.submit}
                  </Button>
                )}
              </div>
            </div>
          </section>
        );
      })}
    </form>
  );
}

/** The number of the question that the address names. */
function numberInAddress(): number | undefined {
  const [, number] = /^#q([1-9]\d*)$/.exec(location.hash) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The address of a question, which the browser's Back and a reload return to. */
function createAnchor(number: number): string {
  return `#q${number}`;
}

/** Moves to another question: a link to its fragment until the script has loaded, then a button. */
function Step({
  live,
  kind,
  to,
  onStep,
  children,
}: {
  live: boolean;
  kind: "quiet" | "primary";
  to: number;
  onStep: (index: number) => void;
  children: ReactNode;
}) {
  const isBeforeFirst = to < 0;
  if (live) {
    return (
      <Button kind={kind} unavailable={isBeforeFirst} onClick={() => onStep(to)}>
        {children}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it must work without scripts, where only a link leads to a question
    <a
      className={buttonClass(kind)}
      role="button"
      href={isBeforeFirst ? undefined : `#q${to + 1}`}
      aria-disabled={isBeforeFirst || undefined}
    >
      {children}
    </a>
  );
}

function circleText({ circle, owner_name }: OpenInviteView, question: string): string {
  return [circle.title, circle.description, circle.what_they_ask, owner_name, question].join(" ");
}
