import { useEffect, useRef, useState } from "react";
import { formatDay, lastPlanDay } from "#contract/values/days.ts";
import { DayInput } from "#web/ui/fields/day-input.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { errorOf } from "./decision-values.ts";

export interface DraftFieldProps {
  draft: DecisionDraft;
  state: DraftState;
  /** The name of the value. */
  name: string;
  label: string;
  kind: "writing" | "line" | "day";
  lines?: 2 | 3;
  hint?: string | undefined;
  /** What is shown while there is no day. */
  emptyLabel?: string;
  /** The first day that can be picked. */
  min?: string | undefined;
}

/**
 * A day in the draft. A partly typed one reads as empty: a message says so, and the saved day stays until the new one
 * is complete or the field is empty.
 */
export function DayField({
  draft,
  state,
  name,
  label,
  hint,
  emptyLabel = "No day yet",
  min,
}: DraftFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const value = state.values[name] ?? "";

  // A value from elsewhere replaces a complete day, but never one that is being typed.
  useEffect(() => {
    const field = input.current;
    if (field && !field.validity.badInput && field.value !== value) field.value = value;
  }, [value]);
  useEffect(() => () => draft.setHalfTyped(name, false), [draft, name]);

  /** Browsers do not report every key that leaves a day incomplete, or the field empty, as input. */
  function look(field: HTMLInputElement) {
    const isHalfTyped = field.validity.badInput;
    draft.setHalfTyped(name, isHalfTyped);
    if (!isHalfTyped && field.value !== value) draft.change(name, field.value);
  }

  return (
    <Field
      className="field-short"
      label={label}
      hint={hint}
      error={
        isTyping
          ? undefined
          : state.halfTyped.has(name)
            ? incompleteDateMessage(value)
            : errorOf(name, value)
      }
    >
      {(control) => (
        <DayInput
          className="input num"
          emptyLabel={emptyLabel}
          isEmpty={value === ""}
          min={min}
          max={lastPlanDay}
          ref={input}
          defaultValue={value}
          onFocus={() => setTyping(true)}
          onInput={(event) => look(event.currentTarget)}
          onKeyUp={(event) => look(event.currentTarget)}
          onBlur={(event) => {
            look(event.currentTarget);
            setTyping(false);
            void draft.flush();
          }}
          {...control}
        />
      )}
    </Field>
  );
}

function incompleteDateMessage(saved: string): string {
  const now =
    saved === "" ? "It is not saved yet." : `The saved date is still ${formatDay(saved)}.`;
  return `Enter a complete date, or clear the field. ${now}`;
}
