import { formFields } from "#contract/pages.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { ChosenField } from "./chosen-field.tsx";
import type { QuestionFieldProps } from "./question-field-props.ts";

/** One of the options, as radio buttons. Nothing is selected by default. */
export function ChoiceField(props: QuestionFieldProps) {
  const { question, defaultAnswer } = props;

  return (
    <ChosenField {...props}>
      {question.options?.map((option) => (
        <Choice
          key={option}
          type="radio"
          name={formFields.answer(question.id)}
          value={option}
          defaultChecked={option === defaultAnswer}
          title={option}
        />
      ))}
    </ChosenField>
  );
}
