import { type ComponentType, useEffect, useId, useRef } from "react";
import type { QuestionDraft } from "#contract/circles/questions.ts";
import { limits } from "#contract/limits.ts";
import { defaultRatingLabels } from "#contract/question-types/rating.ts";
import { findDirection } from "#contract/question-types/rating-direction.ts";
import { ratingDirections } from "#contract/question-types/rating-schemas.ts";
import type {
  OwnerOnlyTypeFields,
  QuestionType,
  TypeFields,
} from "#contract/question-types/schemas.ts";
import { Button, IconButton } from "#web/ui/buttons/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import { PlusIcon, TrashIcon } from "#web/ui/icons/icons.tsx";

export const typeNames: Record<QuestionType, string> = {
  textarea: "Text",
  rating: "1 to 5",
  choice: "Choice",
};

const editors: Record<QuestionType, ComponentType<TypeFieldsProps> | undefined> = {
  textarea: undefined,
  rating: RatingLabelFields,
  choice: OptionFields,
};

const ownerOnlyEditors: Record<QuestionType, ComponentType<OwnerOnlyFieldsProps> | undefined> = {
  textarea: undefined,
  rating: RatingDirectionField,
  choice: undefined,
};

export function TypeFieldsEditor(props: TypeFieldsProps & { question: QuestionDraft }) {
  const Editor = editors[props.question.type];
  return Editor && <Editor {...props} />;
}

export function OwnerOnlyFieldsEditor(props: OwnerOnlyFieldsProps & { question: QuestionDraft }) {
  const Editor = ownerOnlyEditors[props.question.type];
  return Editor && <Editor {...props} />;
}

interface TypeFieldsProps {
  question: TypeFields;
  /** The position of the question, counted from 1. */
  position: number;
  onChange: (fields: TypeFields) => void;
}

/** The same for the fields that only the owner sees, which may depend on the wording of the question. */
interface OwnerOnlyFieldsProps {
  question: TypeFields & { label: string };
  position: number;
  onChange: (fields: OwnerOnlyTypeFields) => void;
}

/** The fields for the options of a choice. An option that stays empty is left out. */
function OptionFields({ question, position, onChange }: TypeFieldsProps) {
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

const labelPlaces = [
  ["low", "1"],
  ["middle", "3"],
  ["high", "5"],
] as const;

function RatingLabelFields({ question, position, onChange }: TypeFieldsProps) {
  const labels = question.rating_labels ?? defaultRatingLabels;
  return (
    <fieldset className="rating-labels">
      <legend className="hint">What 1, 3 and 5 mean</legend>
      {labelPlaces.map(([place, value]) => {
        const error = tooLong(labels[place], limits.ratingLabelCharacters);
        return (
          <label key={place} className="stack">
            <span className="micro ink-3 num" aria-hidden="true">
              {value}
            </span>
            <input
              className="input input-touch small"
              type="text"
              dir="auto"
              autoComplete="off"
              aria-label={`What ${value} means in question ${position}`}
              aria-invalid={error === undefined ? undefined : true}
              value={labels[place]}
              onChange={(event) =>
                onChange({ rating_labels: { ...labels, [place]: event.target.value } })
              }
            />
            {error !== undefined && <FieldError>{error}</FieldError>}
          </label>
        );
      })}
    </fieldset>
  );
}

const directionNames = {
  higher_is_better: "A high number is good",
  lower_is_better: "A low number is good",
};

/** Asks what a high number of a rating means, but only if the question reads as if it were bad news. */
function RatingDirectionField({ question, position, onChange }: OwnerOnlyFieldsProps) {
  const id = useId();
  const direction = findDirection(question);
  return (
    <>
      <Select
        frame="mark-field"
        className="input-touch small"
        aria-label={`Whether a high number is good in question ${position}`}
        aria-describedby={direction === undefined ? id : undefined}
        value={direction ?? ""}
        onChange={(event) =>
          onChange({
            rating_direction: ratingDirections.find((known) => known === event.target.value),
          })
        }
      >
        {direction === undefined && <option value="">Which is better, high or low?</option>}
        {ratingDirections.map((known) => (
          <option key={known} value={known}>
            {directionNames[known]}
          </option>
        ))}
      </Select>
      {direction === undefined && (
        <p className="hint" id={id}>
          Is a 5 good or bad here? Until you say, it isn't counted.
        </p>
      )}
    </>
  );
}
