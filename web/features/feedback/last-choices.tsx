import { useId } from "react";
import { answerLimits } from "#contract/answer-limits.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { formFields } from "#contract/pages.ts";
import { countCharacters } from "#contract/values/plain-text.ts";
import { usePageMessages } from "#web/client/page-messages.ts";
import { Choice } from "#web/ui/choices/choice.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";

export function LastChoices({
  owner,
  insights,
  withNote = true,
  defaults,
  error,
}: {
  /** The owner's name as it is shown; null for none. */
  owner: string | null;
  insights: InsightsUse;
  /** Whether an encouragement note is asked for, too. */
  withNote?: boolean;
  defaults: { encouragement: string; use_in_insights: boolean } | undefined;
  error: string | undefined;
}) {
  const messages = usePageMessages();
  const id = useId();
  const hintId = useId();
  const errorId = useId();

  return (
    <>
      {withNote && (
        <div className="wash pad stack g3">
          <div className="stack">
            <label className="subhead" htmlFor={id}>
              {messages.encouragement}
            </label>
            <p className="small ink-2" id={hintId}>
              {messages.encouragementHint(owner)}
            </p>
          </div>
          <RuledTextarea
            id={id}
            name={formFields.encouragement}
            lines={2}
            limit={answerLimits.encouragementCharacters}
            counterFrom={answerLimits.counterFromCharacters}
            counterText={messages.characters}
            countCharacters={countCharacters}
            defaultValue={defaults?.encouragement || undefined}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? hintId : `${hintId} ${errorId}`}
          />
          {error && <FieldError id={errorId}>{error}</FieldError>}
        </div>
      )}
      {insights !== "off" && (
        <Choice
          type="checkbox"
          bare
          name={formFields.leave_out}
          value="yes"
          defaultChecked={defaults && !defaults.use_in_insights}
          title={messages.leaveOut}
          line={messages.leaveOutHint(owner)}
        />
      )}
    </>
  );
}
