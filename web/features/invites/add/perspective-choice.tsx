import { limits } from "#contract/limits.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/choices/choice.tsx";

/** If there are too few people to be anonymous, explains why and offers names. */
export function PerspectiveChoice({
  isAnonymous,
  peopleCount,
  onChange,
}: {
  isAnonymous: boolean;
  peopleCount: number;
  onChange: (isAnonymous: boolean) => void;
}) {
  return (
    <div className="stack g3">
      <fieldset>
        <legend className="subhead legend">Perspective type</legend>
        <div className="choices">
          <Choice
            type="radio"
            name="perspective"
            title="Named"
            line="Your people answer as themselves. You read each answer as it arrives."
            checked={!isAnonymous}
            onChange={() => onChange(false)}
          />
          <Choice
            type="radio"
            name="perspective"
            title="Anonymous"
            line="Answers stay sealed until your paraline closes. Then you read all of them, without names."
            checked={isAnonymous}
            onChange={() => onChange(true)}
          />
        </div>
      </fieldset>
      <div aria-live="polite">
        {isAnonymous && peopleCount < limits.anonymousPeopleMin && (
          <div className="sheet pad stack g3 start">
            <p>
              An anonymous paraline needs at least {limits.anonymousPeopleMin} people; you have{" "}
              {peopleCount}. With fewer, it would be clear who wrote what.
            </p>
            <Button onClick={() => onChange(false)}>Use Named instead</Button>
          </div>
        )}
        {isAnonymous && (peopleCount === 3 || peopleCount === 4) && (
          <p className="ink-2">
            Everything stays sealed unless at least 3 of these {peopleCount} answer. Five or more is
            better.
          </p>
        )}
      </div>
    </div>
  );
}
