import type { ReactNode } from "react";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { QuestionHint } from "#web/question-types/answer-view.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import type { WrittenCircle } from "../draft/wizard-draft.ts";

export function QuestionPreview<Q extends QuestionDraft & { key: string }>({
  questions,
  renderBelow,
}: {
  questions: readonly Q[];
  /** What is shown below a question, by its position from 1. */
  renderBelow?: (question: Q, position: number) => ReactNode;
}) {
  return (
    <ol className="stack g3">
      {questions.map((question, index) => (
        <li key={question.key} className="row preview-question">
          <span className="ordinal" aria-hidden="true">
            {index + 1}
          </span>
          <span className="stack">
            <span dir="auto">{question.label}</span>
            {question.subtitle && (
              <span className="hint" dir="auto">
                {question.subtitle}
              </span>
            )}
            <QuestionHint question={question} />
            {renderBelow?.(question, index + 1)}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function CirclePreview({
  draft,
  children,
}: {
  draft: Pick<WrittenCircle, "title" | "description" | "what_they_ask">;
  children?: ReactNode;
}) {
  const isEmpty = [draft.title, draft.description, draft.what_they_ask].every(
    (text) => text.trim() === "",
  );
  return (
    <aside className="stack g4 split-aside split-aside-wide" aria-labelledby="side-preview">
      <h2 className="label" id="side-preview">
        What your people will see
      </h2>
      <div className="para stack g4">
        {isEmpty && <p className="prose ink-3">What you write appears here.</p>}
        {draft.title.trim() !== "" && (
          <p className="heading card-title" dir="auto">
            {draft.title}
          </p>
        )}
        {draft.description.trim() !== "" && (
          <WrittenText className="ink-2">{draft.description}</WrittenText>
        )}
        {draft.what_they_ask.trim() !== "" && (
          <WrittenText className="ink-2">{draft.what_they_ask}</WrittenText>
        )}
        {children}
      </div>
    </aside>
  );
}
