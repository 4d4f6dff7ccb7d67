import { useId } from "react";
import { answerLimits } from "#contract/answer-limits.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { formFields } from "#contract/pages.ts";
import { isolate } from "#contract/values/isolate.ts";
import { countCharacters } from "#contract/values/plain-text.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";

/** Below the last question: a note of encouragement, and what may be done with the answers. */
export function LastChoices({
  owner,
  is_anonymous,
  insights,
  defaults,
  error,
}: {
  owner: string;
  is_anonymous: boolean;
  insights: InsightsUse;
  defaults: { encouragement: string; use_in_insights: boolean; show_if_few: boolean } | undefined;
  error: string | undefined;
}) {
  const id = useId();
  const hintId = useId();
  const errorId = useId();

  return (
    <>
      <div className="wash pad stack g3">
        <div className="stack">
          <label className="subhead" htmlFor={id}>
            Leave an encouragement note
          </label>
          <p className="small ink-2" id={hintId}>
            Optional. A line or two for {isolate(owner)} to keep, whatever comes of it.
          </p>
        </div>
        <RuledTextarea
          id={id}
          name={formFields.encouragement}
          lines={2}
          limit={answerLimits.encouragementCharacters}
          counterFrom={answerLimits.counterFromCharacters}
          countCharacters={countCharacters}
          defaultValue={defaults?.encouragement || undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? hintId : `${hintId} ${errorId}`}
        />
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      {is_anonymous && (
        <fieldset
          className="stack g3"
          // In WebKit, what the arrow keys choose may stay hidden behind the buttons at the bottom.
          onChange={({ target }) => (target as Element).scrollIntoView({ block: "nearest" })}
        >
          <legend className="strong question-legend-small">
            Answers are shown three at a time. If yours is among the last one or two:
          </legend>
          <Choice
            type="radio"
            name={formFields.show_if_few}
            value="no"
            defaultChecked={!defaults?.show_if_few}
            title="Hold it back"
            line="It stays hidden, and is deleted 30 days after the paraline closes, unless the paraline reopens."
          />
          <Choice
            type="radio"
            name={formFields.show_if_few}
            value="yes"
            defaultChecked={defaults?.show_if_few}
            title="Show it anyway"
            line="If there are two, only if both of you choose this. With so few, it is easier to guess who wrote what."
          />
        </fieldset>
      )}
      {insights !== "off" && (
        <Choice
          type="checkbox"
          bare
          name={formFields.leave_out}
          value="yes"
          defaultChecked={defaults && !defaults.use_in_insights}
          title="Leave mine out of insights"
          line={`Insights summarize the answers. Yours are left out, and ${isolate(owner)} can still read them${is_anonymous ? " once they are shown" : ""}.`}
        />
      )}
    </>
  );
}
