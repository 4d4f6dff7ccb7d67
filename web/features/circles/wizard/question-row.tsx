import { type Ref, useLayoutEffect, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { TypeFieldsEditor } from "#web/question-types/type-fields-editor.tsx";
import { IconButton } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from "#web/ui/icons/icons.tsx";
import type { QuestionFields, WrittenQuestion } from "../draft/wizard-draft.ts";
import { hasGuessableRole, QuestionRoleEditor } from "./question-role-editor.tsx";
import { QuestionTypeSelect } from "./question-type-select.tsx";

interface QuestionRowRefs {
  up: Ref<HTMLButtonElement>;
  down: Ref<HTMLButtonElement>;
  remove: Ref<HTMLButtonElement>;
}

export function QuestionRow({
  question,
  position,
  count,
  isTuning,
  missing,
  refs,
  onChange,
  onMove,
  onDelete,
}: {
  question: WrittenQuestion;
  /** Counted from 1. */
  position: number;
  count: number;
  /** Whether the owner corrects what questions are for. Otherwise only what cannot be guessed is shown. */
  isTuning: boolean;
  missing: string | undefined;
  refs: QuestionRowRefs;
  onChange: (fields: QuestionFields) => void;
  onMove: (by: 1 | -1) => void;
  onDelete: () => void;
}) {
  const id = question.key;
  const field = useRef<HTMLTextAreaElement>(null);
  const error =
    missing !== undefined && question.label.trim() === ""
      ? missing
      : tooLong(question.label, limits.questionLabelCharacters);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current);
  }, [question.label]);

  return (
    <li className="question-row">
      <span className="ordinal" aria-hidden="true">
        {position}
      </span>
      <div className="stack g2">
        <textarea
          id={id}
          ref={field}
          className="input"
          dir="auto"
          rows={1}
          aria-label={`Question ${position}`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          required
          value={question.label}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {question.subtitle && (
          <p className="hint" dir="auto">
            {question.subtitle}
          </p>
        )}
      </div>
      <div className="question-tools">
        <QuestionTypeSelect
          aria-label={`How question ${position} is answered`}
          value={question.type}
          onValueChange={(type) => onChange({ type })}
        />
        <IconButton
          label={`Move question ${position} up`}
          ref={refs.up}
          unavailable={position === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUpIcon />
        </IconButton>
        <IconButton
          label={`Move question ${position} down`}
          ref={refs.down}
          unavailable={position === count}
          onClick={() => onMove(1)}
        >
          <ArrowDownIcon />
        </IconButton>
        <IconButton label={`Delete question ${position}`} ref={refs.remove} onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </div>
      <TypeFieldsEditor question={question} position={position} onChange={onChange} />
      {(isTuning || !hasGuessableRole(question)) && (
        <QuestionRoleEditor question={question} position={position} onChange={onChange} />
      )}
    </li>
  );
}

/** Grows a field with its text if the browser can't do so by itself (`field-sizing: content`). */
function fitHeight(field: HTMLTextAreaElement): void {
  if (typeof CSS === "undefined" || CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
