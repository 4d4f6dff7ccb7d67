import { useContext, useEffect, useRef, useState } from "react";
import { formatDay, lastPlanDay } from "#contract/values/days.ts";
import { countCharacters } from "#contract/values/plain-text.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { DayInput } from "#web/ui/fields/day-input.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { findError, findLimit } from "./decision-values.ts";

export function DraftField(props: DraftFieldProps) {
  const { draft, state, name, label, kind, lines, hint } = props;
  const isReadOnly = useContext(ReadOnlyContext);
  if (kind === "day") return <DayField {...props} />;

  const value = state.values[name] ?? "";
  const leave = () => void draft.flush();
  return (
    <Field label={label} hint={hint} error={findError(name, value)}>
      {(control) =>
        kind === "writing" ? (
          <RuledTextarea
            key={state.revision}
            lines={lines}
            limit={findLimit(name)}
            countCharacters={countCharacters}
            defaultValue={value}
            readOnly={isReadOnly}
            onInput={(event) => draft.change(name, event.currentTarget.value)}
            onBlur={leave}
            {...control}
          />
        ) : (
          <input
            className="input"
            type="text"
            dir="auto"
            value={value}
            readOnly={isReadOnly}
            // A pasted tab would be stored as a space, and then look like a change made elsewhere.
            onChange={(event) => draft.change(name, event.target.value.replace(/\p{Cc}/gu, " "))}
            onBlur={leave}
            {...control}
          />
        )
      }
    </Field>
  );
}

/** One of a few options, or none of them. */
export function DraftChoice({
  draft,
  state,
  name,
  label,
  options,
}: {
  draft: DecisionDraft;
  state: DraftState;
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}) {
  const isReadOnly = useContext(ReadOnlyContext);
  const chosen = options.find(({ value }) => value === state.values[name]);
  const none = "Not said";
  return (
    <Field className="field-short" label={label}>
      {(control) =>
        isReadOnly ? (
          // A select cannot be read-only.
          <input className="input num" readOnly value={chosen?.label ?? none} {...control} />
        ) : (
          <Select
            className="num"
            value={state.values[name]}
            onChange={(event) => draft.change(name, event.target.value)}
            onBlur={() => void draft.flush()}
            {...control}
          >
            <option value="">{none}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )
      }
    </Field>
  );
}

interface DraftFieldProps {
  draft: DecisionDraft;
  state: DraftState;
  name: string;
  label: string;
  kind: "writing" | "line" | "day";
  lines?: 2 | 3;
  hint?: string | undefined;
  emptyLabel?: string;
  min?: string | undefined;
}

/** A partly typed day reads as empty: the saved one stays until the new one is complete or the field is empty. */
function DayField({
  draft,
  state,
  name,
  label,
  hint,
  emptyLabel = "No day yet",
  min,
}: DraftFieldProps) {
  const isReadOnly = useContext(ReadOnlyContext);
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
            : findError(name, value)
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
          readOnly={isReadOnly}
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
