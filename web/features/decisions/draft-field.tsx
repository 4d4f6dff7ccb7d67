import { countCharacters } from "#contract/plain-text.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";
import { DayField } from "./day-field.tsx";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { errorOf, limitOf } from "./decision-values.ts";

/** A typed field of the draft: saved when the field is left, with a message if it can't be. */
export function DraftField({
  draft,
  state,
  name,
  label,
  kind,
  lines,
  hint,
  emptyLabel,
  min,
}: {
  draft: DecisionDraft;
  state: DraftState;
  /** The value's. */
  name: string;
  label: string;
  kind: "writing" | "line" | "day";
  lines?: 2 | 3;
  hint?: string | undefined;
  /** For a day: shown while there is none. */
  emptyLabel?: string;
  /** The first day that can be picked. */
  min?: string | undefined;
}) {
  if (kind === "day") {
    return (
      <DayField
        draft={draft}
        state={state}
        name={name}
        label={label}
        hint={hint}
        emptyLabel={emptyLabel}
        min={min}
      />
    );
  }

  const value = state.values[name] ?? "";
  const leave = () => void draft.flush();
  return (
    <Field label={label} hint={hint} error={errorOf(name, value)}>
      {(control) =>
        kind === "writing" ? (
          <RuledTextarea
            key={state.revision}
            lines={lines}
            limit={limitOf(name)}
            countCharacters={countCharacters}
            defaultValue={value}
            onInput={(event) => draft.change(name, event.currentTarget.value)}
            onBlur={leave}
            {...control}
          />
        ) : (
          <input
            className="input"
            type="text"
            value={value}
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
