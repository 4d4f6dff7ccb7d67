import type { Ref } from "react";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import {
  OwnerOnlyFieldsEditor,
  TypeFieldsEditor,
} from "#web/question-types/type-fields-editor.tsx";
import { Field, FieldError } from "#web/ui/fields/field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import {
  changeQuestion,
  type QuestionFields,
  type WrittenQuestion,
} from "../draft/wizard-draft.ts";
import { QuestionTypeSelect } from "../wizard/question-type-select.tsx";

/** The editor of the wizard for a single question. Its role is left out: there is no other question to compare with. */
export function OneQuestionEditor({
  question,
  language,
  labelError,
  error,
  labelRef,
  onChange,
}: {
  question: WrittenQuestion;
  language: Language;
  labelError: string | undefined;
  /** What is wrong with the options or captions. */
  error: string | undefined;
  labelRef: Ref<HTMLTextAreaElement>;
  onChange: (question: WrittenQuestion) => void;
}) {
  const change = (fields: QuestionFields) => onChange(changeQuestion(language, question, fields));
  return (
    <div className="stack g4 one-question">
      <Field
        label="Your question"
        error={labelError ?? tooLong(question.label, limits.questionLabelCharacters)}
      >
        {(control) => (
          <textarea
            className="input"
            dir="auto"
            rows={2}
            required
            ref={labelRef}
            value={question.label}
            onChange={(event) => change({ label: event.target.value })}
            {...control}
          />
        )}
      </Field>
      <Field className="field-short" label="How it is answered">
        {(control) => (
          <QuestionTypeSelect
            value={question.type}
            onValueChange={(type) => change({ type })}
            {...control}
          />
        )}
      </Field>
      <TypeFieldsEditor question={question} position={1} onChange={change} />
      <div className="question-role">
        <OwnerOnlyFieldsEditor question={question} position={1} onChange={change} />
      </div>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  );
}
