import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import type { CircleDetails } from "#contract/circles/circles.ts";
import { errorMessage } from "#contract/errors.ts";
import { validateReflections } from "#contract/feedback/answers.ts";
import { formFields } from "#contract/pages.ts";
import { ApiError } from "#web/client/api.ts";
import { readJson, storeText } from "#web/client/browser-storage.ts";
import { formatServerError } from "#web/client/error-message.ts";
import { QuestionField } from "#web/question-types/question-field.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import {
  type FormFields,
  isStarted,
  readFields,
  restoreFields,
  toAnswers,
} from "../form-fields.ts";
import { useWriteOwnAnswers } from "../hooks.ts";

/** The first thing that is wrong: at a question, or with the whole form. */
interface FormError {
  message: string;
  questionId: number | undefined;
}

/** All questions of a circle on one page, for its owner. What is typed is kept in this browser until it is stored. */
export function OwnAnswersForm({
  circle: { id, questions },
  draftKey,
  onBack,
}: {
  circle: CircleDetails;
  draftKey: string;
  onBack: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const placeId = useId();
  const [error, setError] = useState<FormError>();
  const write = useWriteOwnAnswers(id);

  useEffect(() => {
    if (form.current !== null) restoreFields(form.current, readDraft(draftKey));
  }, [draftKey]);

  useEffect(() => {
    if (error?.questionId === undefined) return;
    const name = formFields.answer(error.questionId);
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }, [error]);

  function keep() {
    if (form.current === null) return;
    const fields = readFields(form.current);
    storeText("localStorage", draftKey, isStarted(fields) ? JSON.stringify(fields) : undefined);
    setError(undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const validated = validateReflections(questions, {
      answers: toAnswers(readFields(event.currentTarget)),
    });
    if ("error" in validated) {
      setError({ message: errorMessage(validated.error), questionId: validated.question_id });
      return;
    }
    // Not callbacks of `mutate`, which are lost with the form once the offer has ended.
    void write.mutateAsync(validated.answers).then(succeed, fail);
  }

  function succeed() {
    storeText("localStorage", draftKey);
    notifySuccess("Sealed. You will see your answers beside theirs.");
  }

  function fail(failed: unknown) {
    const message = formatServerError(failed, "Your answers were not stored. Please try again.");
    setError({ message, questionId: findQuestion(failed) });
    if (failed instanceof ApiError && failed.status === 409) notifyError(message);
  }

  return (
    <form className="stack own-form" ref={form} noValidate onInput={keep} onSubmit={submit}>
      {questions.map((question, index) => (
        <div key={question.id}>
          <p className="sr-only" id={`${placeId}${index}`}>
            Question {index + 1} of {questions.length}
          </p>
          <QuestionField
            question={question}
            placeId={`${placeId}${index}`}
            headingRef={undefined}
            defaultAnswer={undefined}
            error={error?.questionId === question.id ? error.message : undefined}
            findAuthorHint={undefined}
          />
        </div>
      ))}
      {error !== undefined && error.questionId === undefined && (
        <div role="alert">
          <FieldError>{error.message}</FieldError>
        </div>
      )}
      <div className="row">
        <Button type="submit" kind="primary" busy={write.isPending} busyLabel="Sealing…">
          Seal my answers
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Not now
        </Button>
      </div>
    </form>
  );
}

function readDraft(draftKey: string): FormFields {
  const draft = readJson("localStorage", draftKey);
  const fields = Object.entries(draft ?? {}).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(fields);
}

function findQuestion(error: unknown): number | undefined {
  const [field, id] = (error instanceof ApiError && error.path) || [];
  return field === "answers" && id !== undefined ? Number(id) : undefined;
}
