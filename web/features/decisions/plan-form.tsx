import { confidences, type DecisionPath, type PathField, pathFields } from "#contract/decisions.ts";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { fieldKey } from "./decision-values.ts";
import { DraftChoice, DraftField } from "./draft-field.tsx";
import { PlanSection } from "./plan-section.tsx";
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

const fields = ["review_date", "prediction", "confidence"];
const reviewOverMessage = "This day has passed, so no email will be sent.";
const reviewEmailMessage =
  "On this day you get your plan by email, and can write here what happened.";
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
  const { state } = drafted;
  const reviewDate = state.values.review_date ?? "";
  const isOver = reviewDate !== "" && reviewDate < today;
  return (
    <PlanSection
      title="Looking ahead"
      isPathChosen={state.values.path !== ""}
      isFilled={fields.some((name) => state.values[name])}
    >
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
        hint="How it will turn out, to compare later."
      />
      <DraftChoice
        {...drafted}
        name="confidence"
        label="How sure I am"
        options={confidences.map((percent) => ({ value: String(percent), label: `${percent}%` }))}
      />
      <SaveMessage state={state} names={fields} />
    </PlanSection>
  );
}
