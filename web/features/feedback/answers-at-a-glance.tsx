import type { Question } from "#contract/circles/questions.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { tallyAnswers } from "#contract/question-types/tallies.ts";
import { questionLabel, TallyPlot, tallyKey } from "#web/question-types/answer-view.tsx";

/** The stance question comes first. @param except the questions that are plotted elsewhere on the page */
export function AnswersAtAGlance({
  responses,
  own = [],
  questions,
  except = [],
}: {
  responses: readonly ReadableResponse[];
  /** What the owner answered before reading. */
  own?: ReadableResponse["answers"];
  questions: readonly Question[];
  except?: readonly number[];
}) {
  const stanceId = questions.find(({ role }) => role === "stance")?.id;
  const tallies = tallyAnswers(responses.flatMap(({ answers }) => answers)).filter(
    ({ question_id }) => !except.includes(question_id),
  );
  if (tallies.length === 0) return null;
  const stance = tallies.filter(({ question_id }) => question_id === stanceId);
  const others = tallies.filter(({ question_id }) => question_id !== stanceId);
  return (
    <aside className="stack g4 split-aside split-first" aria-label="Answers at a glance">
      {[...stance, ...others].map((tally) => (
        <div className="stack g2" key={tallyKey(tally)}>
          <h2 className="label" dir="auto">
            {questionLabel(tally)}
          </h2>
          <TallyPlot tally={tally} own={own} />
        </div>
      ))}
    </aside>
  );
}
