import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { z } from "zod";
import type { Circle, CircleDraftError } from "#contract/circles/circles.ts";
import {
  defaultFurtherDeadline,
  type FurtherQuestion,
  type FurtherQuestions,
  validateFurtherQuestion,
} from "#contract/circles/further-questions.ts";
import { errorMessage } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { addDays, formatDay } from "#contract/values/days.ts";
import { ApiError } from "#web/client/api.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { createUuid } from "#web/client/uuid.ts";
import { QuestionHint } from "#web/question-types/answer-view.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { DayInput } from "#web/ui/fields/day-input.tsx";
import { Field, FieldError } from "#web/ui/fields/field.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { type DraftLocation, deleteDraft, findDraft, saveDraft } from "../draft/draft-storage.ts";
import { isTooLongQuestion } from "../draft/step-rules.ts";
import { useTemplates } from "../draft/templates.ts";
import { createQuestionKey, sentQuestion, writtenQuestionSchema } from "../draft/wizard-draft.ts";
import { useAskFurtherQuestion } from "./hooks.ts";
import { OneQuestionEditor } from "./one-question-editor.tsx";

const draftSchema = z.object({
  /** Generated once, so that asking again after a lost response asks nothing twice. */
  create_key: z.uuid(),
  question: writtenQuestionSchema,
  deadline: z.string(),
});

/** What was being written in this browser, with the default deadline if its own is over. */
function openDraft(place: DraftLocation, today: string): z.output<typeof draftSchema> {
  const deadline = defaultFurtherDeadline(today);
  const kept = findDraft(place, draftSchema);
  if (kept !== undefined) return kept.deadline > today ? kept : { ...kept, deadline };
  const question = { key: createQuestionKey(), label: "", type: "textarea" as const };
  return { create_key: createUuid(), question, deadline };
}

/**
 * First the question is written, then it is shown as people will read it, with what happens if it is asked. Mount it
 * anew for each opening.
 */
export function AskFurtherDialog({
  circle,
  next,
  userId,
  today,
  open,
  onOpenChange,
  onAsked,
  finalFocus,
}: {
  circle: Pick<Circle, "id" | "language" | "is_anonymous">;
  next: FurtherQuestions["next"];
  userId: string;
  today: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAsked: (further: FurtherQuestion) => void;
  finalFocus: () => HTMLElement | true;
}) {
  const place = { user_id: userId, circle_id: circle.id, part: "further" } as const;
  const [draft, setDraft] = useState(() => openDraft(place, today));
  const [isWritten, setIsWritten] = useState(false);
  const [broken, setBroken] = useState<CircleDraftError>();
  const asking = useAskFurtherQuestion(circle.id);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const label = useRef<HTMLTextAreaElement>(null);
  const summary = useRef<HTMLHeadingElement>(null);
  // The captions of a rating are in the language of the circle.
  useTemplates(circle.language);

  useEffect(() => {
    if (broken !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [broken]);
  useEffect(() => {
    if (isWritten) summary.current?.focus();
  }, [isWritten]);

  const unemailed = next.without_email_count;
  const people = formatCount(next.asked_count, "person", "people");
  const question = sentQuestion(draft.question);
  const { deadline } = draft;

  function change(fields: Partial<typeof draft>) {
    const changed = { ...draft, ...fields };
    setDraft(changed);
    setBroken(undefined);
    saveDraft(place, changed);
  }

  function changeOpen(isOpen: boolean) {
    if (!asking.isPending) onOpenChange(isOpen);
  }

  function finishWriting(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (isTooLongQuestion(draft.question)) {
      form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    const error = validateFurtherQuestion({ question, deadline }, today);
    setBroken(error);
    if (error === undefined) setIsWritten(true);
    else notifyError(describeBroken(error));
  }

  function writeOn() {
    asking.reset();
    setIsWritten(false);
    requestAnimationFrame(() => label.current?.focus());
  }

  function ask({ detail: clicks }: MouseEvent) {
    // The second click of a double click on "Continue" must not email anyone.
    if (clicks > 1) return;
    asking.mutate(
      { create_key: draft.create_key, question, deadline },
      {
        onSuccess: (asked) => {
          deleteDraft(place);
          notifySuccess("Question asked", `${people} can answer it now.`);
          onAsked(asked);
        },
        onError: (error) => {
          // Another question has taken the key: these words are a new one.
          if (error instanceof ApiError && error.code === "circle_created_already") {
            change({ create_key: createUuid() });
          }
          notifyError("The question was not asked", formatErrorMessage(error));
        },
      },
    );
  }

  const brokenPlace = broken?.path.join(".");
  const sentence = broken && describeBroken(broken);
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={isWritten ? `Ask ${people}?` : "Ask a further question"}
      description={
        isWritten
          ? undefined
          : `${people} can answer it by the private link they have already: everyone you have asked, without those who declined or unsubscribed.`
      }
      initialFocus={label}
      finalFocus={finalFocus}
      actions={
        isWritten ? (
          <>
            <Button key="back" unavailable={asking.isPending} onClick={writeOn}>
              Back
            </Button>
            <Button
              key="ask"
              kind="primary"
              busy={asking.isPending}
              busyLabel="Asking..."
              onClick={ask}
            >
              {`Ask ${people}`}
            </Button>
          </>
        ) : (
          <>
            <Button key="cancel" onClick={() => changeOpen(false)}>
              Cancel
            </Button>
            <Button key="continue" kind="primary" type="submit" form={formId}>
              Continue
            </Button>
          </>
        )
      }
    >
      {isWritten ? (
        <div className="stack g6">
          <div className="stack g2">
            <h3 className="label" tabIndex={-1} ref={summary}>
              What they will read
            </h3>
            <div className="para stack g2">
              <p className="prose wrap-anywhere" dir="auto">
                {question.label}
              </p>
              <QuestionHint question={question} />
            </div>
          </div>
          <ul className="stack g2 ink-2">
            <li>
              {people} can answer until {formatDay(deadline)}. Those invited by email are told by
              email.
            </li>
            {unemailed > 0 && (
              <li>
                {formatCount(unemailed, "person gets", "people get")} no email: tell them to open
                their private link again.
              </li>
            )}
            {circle.is_anonymous && (
              <li>
                The answers stay sealed until then. If fewer than 3 people answer, nothing is shown
                and what they wrote is deleted.
              </li>
            )}
            <li>The question can't be changed once it is asked.</li>
          </ul>
          {asking.error && <FieldError>{formatErrorMessage(asking.error)}</FieldError>}
        </div>
      ) : (
        <form className="stack g6" id={formId} noValidate ref={form} onSubmit={finishWriting}>
          <OneQuestionEditor
            question={draft.question}
            language={circle.language}
            labelError={brokenPlace === "question.label" ? sentence : undefined}
            error={brokenPlace === "question" ? sentence : undefined}
            labelRef={label}
            onChange={(changed) => change({ question: changed })}
          />
          <Field
            className="field-short"
            label="Open until"
            error={brokenPlace === "deadline" ? sentence : undefined}
          >
            {(control) => (
              <DayInput
                className="input num"
                emptyLabel="No day"
                isEmpty={deadline === ""}
                min={addDays(today, 1)}
                max={addDays(today, limits.furtherQuestionDaysAhead)}
                required
                value={deadline}
                onChange={(event) => change({ deadline: event.target.value })}
                {...control}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}

function describeBroken({ code }: CircleDraftError): string {
  return code === "question_empty" ? "Please write your question" : errorMessage(code);
}
