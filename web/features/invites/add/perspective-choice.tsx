import { limits } from "#contract/limits.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/choices/choice.tsx";

/**
 * Whether people answer under their names or anonymously. If there are too few people for the latter, explains why and
 * offers the former.
 */
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
            line="Your people answer as themselves"
            checked={!isAnonymous}
            onChange={() => onChange(false)}
          />
          <Choice
            type="radio"
            name="perspective"
            title="Anonymous"
            line="Your people answer without their names"
            checked={isAnonymous}
            onChange={() => onChange(true)}
          />
        </div>
      </fieldset>
      <div aria-live="polite">
        {isAnonymous && peopleCount < limits.anonymousPeopleMin && (
          <div className="sheet pad stack g3 start">
            <p>
              Anonymous answers are shown three at a time, so that no one can tell from the time of
              an answer who wrote it. That needs at least {limits.anonymousPeopleMin} people; you
              have {peopleCount}.
            </p>
            <Button onClick={() => onChange(false)}>Use Named instead</Button>
          </div>
        )}
      </div>
    </div>
  );
}
