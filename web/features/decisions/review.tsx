import type { ReactNode } from "react";
import { cameTrueNames } from "#contract/decisions.ts";
import type { DecisionDraft, DraftState } from "./decision-draft.ts";
import { DraftChoice, DraftField } from "./draft-field.tsx";
import { SaveMessage } from "./save-status.tsx";

const cameTrueOptions = Object.entries(cameTrueNames).map(([value, label]) => ({ value, label }));

/** What was predicted and said then, beside what happened. */
export function DecisionReview({
  recap,
  askAgain,
  ...drafted
}: {
  draft: DecisionDraft;
  state: DraftState;
  recap: ReactNode;
  askAgain: ReactNode;
}) {
  const { prediction = "", confidence = "", came_true = "" } = drafted.state.values;
  const isPredicted = prediction.trim() !== "";
  return (
    <section className="stack g4" aria-labelledby="review">
      <h2 className="heading" id="review">
        Review
      </h2>
      <div className="review">
        <div className="stack g6">
          <h3 className="subhead">Then</h3>
          <dl className="stack g4">
            <div>
              <dt className="small ink-2">My prediction</dt>
              <dd className={isPredicted ? "prose" : "ink-3"} dir="auto">
                {isPredicted ? prediction : "None"}
              </dd>
            </div>
            {isPredicted && (
              <div>
                <dt className="small ink-2">How sure I was</dt>
                <dd className={confidence === "" ? "ink-3" : "prose num"}>
                  {confidence === "" ? "Not said" : `${confidence}%`}
                </dd>
              </div>
            )}
          </dl>
          {recap}
        </div>
        <div className="stack g6">
          <h3 className="subhead">Now</h3>
          <DraftField
            {...drafted}
            name="what_happened"
            label="What happened"
            kind="writing"
            lines={3}
          />
          {(isPredicted || came_true !== "") && (
            <DraftChoice
              {...drafted}
              name="came_true"
              label="Did it come true?"
              options={cameTrueOptions}
            />
          )}
          <SaveMessage state={drafted.state} names={["what_happened", "came_true"]} />
          {askAgain && <div className="stack start">{askAgain}</div>}
        </div>
      </div>
    </section>
  );
}
