import type { ReactNode } from "react";
import { Field } from "#web/ui/field.tsx";

/** Until when a paraline may be answered, or without an end. */
export function DeadlineField({
  label = "Response deadline",
  hint = "Most people share within 48 hours",
  today,
  value,
  error,
  onChange,
}: {
  label?: string;
  hint?: ReactNode;
  /** In the owner's time zone. */
  today: string;
  /** `YYYY-MM-DD`, empty for none. */
  value: string;
  error: string | undefined;
  onChange: (deadline: string) => void;
}) {
  return (
    <Field className="max-w-72" label={label} optional hint={hint} error={error}>
      {(control) => (
        <input
          className="input num"
          type="date"
          min={today}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        />
      )}
    </Field>
  );
}
