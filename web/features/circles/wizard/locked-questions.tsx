import type { QuestionDraft } from "#contract/circles/questions.ts";
import { errorMessage } from "#contract/errors.ts";
import { LockKeyholeIcon } from "#web/ui/icons/icons.tsx";
import { QuestionPreview } from "./circle-preview.tsx";

/** Step 2 of a circle whose questions can no longer change: what they are, and why they are fixed. */
export function LockedQuestions({
  questions,
}: {
  questions: readonly (QuestionDraft & { key: string })[];
}) {
  return (
    <div className="stack g6">
      <p className="row icon-row" role="note">
        <LockKeyholeIcon className="ink-3" />
        <span className="ink-2">{errorMessage("circle_questions_locked")}</span>
      </p>
      <div className="sheet pad">
        <QuestionPreview questions={questions} />
      </div>
    </div>
  );
}
