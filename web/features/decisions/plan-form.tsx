import { useContext } from "react";
import { confidences, type DecisionPath, type PathField, pathFields } from "#contract/decisions.ts";
import { isolate } from "#contract/values/isolate.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { fieldKey } from "./decision-values.ts";
import { DraftField } from "./draft-field.tsx";
import { SaveMessage } from "./save-status.tsx";

interface DraftProps {
  draft: DecisionDraft;
  state: DraftState;
}

export function PlanFields({ path, ...drafted }: DraftProps & { path: DecisionPath }) {
  const fields: readonly PathField[] = pathFields[path];
  return (
    <div className="stack g6">
      {fields.map(({ name, ...field }) => (
        <DraftField
          key={fieldKey(path, name)}
          {...drafted}
          name={fieldKey(path, name)}
          {...field}
        />
      ))}
    </div>
  );
}

const reviewOverMessage = "This day has passed, so no email will be sent.";
const reviewEmailMessage =
  "On this day you get an email with your plan, and you can write here what happened.";
const noReviewEmailMessage =
  "From this day on you can write here what happened. No email will be sent: “Circle deadline reminders” is off in your settings.";

export function ReviewPlan({
  today,
  hasReviewReminder,
  ...drafted
}: DraftProps & {
  today: string;
  hasReviewReminder: boolean;
}) {
  const { draft, state } = drafted;
  const reviewDate = state.values.review_date ?? "";
  const isReadOnly = useContext(ReadOnlyContext);
  const { confidence } = state.values;
  const isOver = reviewDate !== "" && reviewDate < today;
  return (
    <section className="stack g6 plan-section" aria-labelledby="looking-ahead">
      <h2 className="heading" id="looking-ahead">
        Looking ahead
      </h2>
      <DraftField
        {...drafted}
        name="review_date"
        label="Review date"
        kind="day"
        emptyLabel="No review date"
        min={today}
        hint={
          isOver ? reviewOverMessage : hasReviewReminder ? reviewEmailMessage : noReviewEmailMessage
        }
      />
      <DraftField
        {...drafted}
        name="prediction"
        label="My prediction"
        kind="line"
        hint="One line about how it will turn out, to compare with later."
      />
      <Field className="field-short" label="How sure I am">
        {(control) =>
          isReadOnly ? (
            // A select cannot be read-only.
            <input className="input num" readOnly value={`${confidence}%`} {...control} />
          ) : (
            <Select
              className="num"
              value={confidence}
              onChange={(event) => draft.change("confidence", event.target.value)}
              onBlur={() => void draft.flush()}
              {...control}
            >
              <option value="">Not said</option>
              {confidences.map((percent) => (
                <option key={percent} value={percent}>
                  {percent}%
                </option>
              ))}
            </Select>
          )
        }
      </Field>
      <SaveMessage state={state} names={["review_date", "prediction", "confidence"]} />
    </section>
  );
}

export function ReviewOutcome(drafted: DraftProps) {
  const { state } = drafted;
  const { prediction, confidence } = state.values;
  return (
    <section className="stack g4" aria-labelledby="review-outcome">
      <h2 className="heading" id="review-outcome">
        Review
      </h2>
      {prediction !== undefined && prediction.trim() !== "" && (
        <p className="prose para">
          You predicted: {isolate(prediction)}
          {confidence !== "" && ` (${confidence}% sure)`}
        </p>
      )}
      <DraftField
        {...drafted}
        name="what_happened"
        label="What happened"
        kind="writing"
        lines={3}
      />
      <SaveMessage state={state} names={["what_happened"]} />
    </section>
  );
}
