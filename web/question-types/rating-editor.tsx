import { limits } from "#contract/limits.ts";
import { defaultRatingLabels } from "#contract/question-types/rating.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import type { TypeFieldsProps } from "./type-fields-props.ts";

const labelPlaces = [
  ["low", "1"],
  ["middle", "3"],
  ["high", "5"],
] as const;

export function RatingLabelFields({ question, position, onChange }: TypeFieldsProps) {
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
