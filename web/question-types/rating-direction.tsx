import { useId } from "react";
import { findDirection } from "#contract/question-types/rating-direction.ts";
import { ratingDirections } from "#contract/question-types/rating-schemas.ts";
import { Select } from "#web/ui/choices/select.tsx";
import type { OwnerOnlyFieldsProps } from "./type-fields-props.ts";

const directionNames = {
  higher_is_better: "A high number is good",
  lower_is_better: "A low number is good",
};

/** Asks what a high number of a rating means, but only if the question reads as if it were bad news. */
export function RatingDirectionField({ question, position, onChange }: OwnerOnlyFieldsProps) {
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
