import { countCharacters } from "#contract/values/plain-text.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";
import { DayField, type DraftFieldProps } from "./day-field.tsx";
import { errorOf, limitOf } from "./decision-values.ts";

/** A text field of the draft. It is saved when it is left, and shows a message if it can't be. */
export function DraftField(props: DraftFieldProps) {
  const { draft, state, name, label, kind, lines, hint } = props;
  if (kind === "day") return <DayField {...props} />;

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
            dir="auto"
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
