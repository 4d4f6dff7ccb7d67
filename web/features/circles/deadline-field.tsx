import { useRef, useState } from "react";
import { errorMessage } from "#contract/errors.ts";
import { latestDay, validateDeadline } from "#contract/values/days.ts";
import { DayInput } from "#web/ui/fields/day-input.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";

/** Validates a day when it is about to be used, because while it is being typed it is rarely complete. */
export function useDeadlineCheck(today: string) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  function refuse(sentence: string) {
    setError(sentence);
    notifyError(sentence);
    input.current?.focus();
  }

  return {
    input,
    error,
    today,
    refuse,
    clear: () => setError(undefined),
    isRefused: (deadline: string, { isKept = false } = {}) => {
      const reason = deadlineError(deadline, input.current, { today, isKept });
      if (reason === undefined) setError(undefined);
      else refuse(reason);
      return reason !== undefined;
    },
  };
}

/** A partly typed day reads as empty, and only its field knows that it contains something. */
function deadlineError(
  deadline: string,
  input: HTMLInputElement | null,
  { today, isKept }: { today: string; isKept: boolean },
): string | undefined {
  if (input?.validity.badInput) return "Enter a complete date, or clear the field";
  if (deadline === "" || isKept) return undefined;
  const code = validateDeadline(deadline, today);
  return code && errorMessage(code);
}

export function DeadlineField({
  label = "Response deadline",
  hint = "Most people share within 48 hours",
  check,
  value,
  onChange,
}: {
  label?: string;
  hint?: string;
  check: ReturnType<typeof useDeadlineCheck>;
  /** `YYYY-MM-DD`, empty for none. */
  value: string;
  onChange: (deadline: string) => void;
}) {
  return (
    <Field className="field-short" label={label} optional hint={hint} error={check.error}>
      {(control) => (
        <DayInput
          className="input num"
          emptyLabel="No deadline"
          isEmpty={value === ""}
          min={check.today}
          max={latestDay(check.today)}
          ref={check.input}
          value={value}
          onChange={(event) => {
            check.clear();
            onChange(event.target.value);
          }}
          {...control}
        />
      )}
    </Field>
  );
}
