import { useRef } from "react";
import { LockKeyholeIcon } from "#web/ui/icons/icons.tsx";
import type { OwnerOnlyFields, WrittenQuestion } from "../draft/wizard-draft.ts";
import { QuestionPreview } from "./circle-preview.tsx";
import { QuestionRoleEditor } from "./question-role-editor.tsx";
import { findPosition, useLinkedQuestion } from "./use-linked-question.ts";

/** For an anonymous circle whose first invitation has been sent: roles can still be corrected. */
export function FixedQuestions({
  questions,
  linkedId,
  onChange,
}: {
  questions: readonly WrittenQuestion[];
  linkedId: number | undefined;
  onChange: (key: string, fields: OwnerOnlyFields) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLinkedQuestion(list, findPosition(questions, linkedId));
  return (
    <div className="stack g6">
      <p className="row icon-row" role="note">
        <LockKeyholeIcon className="ink-3" />
        <span className="ink-2">
          The questions can't change any more. What a question is for can still be corrected:
          insights go by it, and your people never see it.
        </span>
      </p>
      <div className="sheet pad" ref={list}>
        <QuestionPreview
          questions={questions}
          renderBelow={(question, position) => (
            <QuestionRoleEditor
              question={question}
              position={position}
              onChange={(fields) => onChange(question.key, fields)}
            />
          )}
        />
      </div>
    </div>
  );
}
