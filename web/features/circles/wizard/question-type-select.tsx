import type { ComponentProps } from "react";
import { type QuestionType, questionTypes } from "#contract/question-types/schemas.ts";
import { typeNames } from "#web/question-types/type-fields-editor.tsx";
import { Select } from "#web/ui/choices/select.tsx";

export function QuestionTypeSelect({
  value,
  onValueChange,
  ...rest
}: Omit<ComponentProps<typeof Select>, "value" | "onChange"> & {
  value: QuestionType;
  onValueChange: (type: QuestionType) => void;
}) {
  return (
    <Select
      className="input-touch small"
      value={value}
      onChange={(event) => {
        const type = questionTypes.find((known) => known === event.target.value);
        if (type !== undefined) onValueChange(type);
      }}
      {...rest}
    >
      {questionTypes.map((type) => (
        <option key={type} value={type}>
          {typeNames[type]}
        </option>
      ))}
    </Select>
  );
}
