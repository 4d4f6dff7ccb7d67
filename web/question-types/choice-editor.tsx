import { useEffect, useRef } from "react";
import { limits } from "#contract/limits.ts";
import { Button, IconButton } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import { PlusIcon, TrashIcon } from "#web/ui/icons/icons.tsx";
import type { TypeFieldsProps } from "./type-fields-props.ts";

/** The fields for the options of a choice. An option that stays empty is left out. */
export function OptionFields({ question, position, onChange }: TypeFieldsProps) {
  const options = question.options ?? Array.from({ length: limits.optionsMin }, () => "");
  const group = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<number>(undefined);

  // An added option has only just been rendered, and the focus is lost with a removed one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows every change of their number
  useEffect(() => {
    if (wanted.current === undefined) return;
    group.current?.querySelectorAll("input")[wanted.current]?.focus();
    wanted.current = undefined;
  }, [options.length]);

  function add() {
    wanted.current = options.length;
    onChange({ options: [...options, ""] });
  }

  function remove(index: number) {
    wanted.current = Math.min(index, options.length - 2);
    onChange({ options: options.toSpliced(index, 1) });
  }

  return (
    <fieldset className="option-fields stack g2" ref={group}>
      <legend className="hint">
        Options ({limits.optionsMin} to {limits.optionsMax})
      </legend>
      {options.map((option, index) => {
        const name = `ption ${index + 1} of question ${position}`;
        const error = tooLong(option, limits.optionCharacters);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its position
          <div key={index} className="stack">
            <div className="option-row">
              <input
                className="input input-touch small"
                type="text"
                dir="auto"
                autoComplete="off"
                aria-label={`O${name}`}
                aria-invalid={error === undefined ? undefined : true}
                value={option}
                onChange={(event) => onChange({ options: options.with(index, event.target.value) })}
              />
              <IconButton
                label={`Remove o${name}`}
                unavailable={options.length <= limits.optionsMin}
                onClick={() => remove(index)}
              >
                <TrashIcon />
              </IconButton>
            </div>
            {error !== undefined && <FieldError>{error}</FieldError>}
          </div>
        );
      })}
      {options.length < limits.optionsMax && (
        <p>
          <Button kind="quiet" className="btn-flush btn-accent" onClick={add}>
            <PlusIcon />
            Add option
          </Button>
        </p>
      )}
    </fieldset>
  );
}
