import type { Results } from "#contract/feedback/feedback.ts";
import { tallyAnswers } from "#contract/question-types/tallies.ts";
import { formatDay } from "#contract/values/days.ts";
import {
  AnswerView,
  questionLabel,
  TallyPlot,
  tallyKey,
} from "#web/question-types/answer-view.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { isKept } from "./reading/filter-answers.ts";
import { KeepButton } from "./reading/question-section.tsx";
import { useKeepAnswer } from "./reading/use-keep-answer.ts";
import { responseHeading } from "./response-heading.ts";
import { useSetResponseAside } from "./use-set-response-aside.ts";

/** The answers to a single question, by person. Those that are set aside stay in their place, greyed out. */
export function FurtherAnswers({ results }: { results: Results }) {
  const { circle_id, responses, set_aside, kept } = results;
  const keep = useKeepAnswer(circle_id);
  const setAside = useSetResponseAside(circle_id);
  const asideIds = new Set(set_aside.map(({ id }) => id));
  const placed = [...responses, ...set_aside]
    .toSorted((one, other) => one.number - other.number)
    .flatMap((response) => response.answers.map((answer) => ({ response, answer })));
  return (
    <div className="stack g6">
      {tallyAnswers(responses.flatMap(({ answers }) => answers)).map((tally) => (
        <TallyPlot tally={tally} key={tallyKey(tally)} />
      ))}
      <dl className="para para-wide stack g6 reply-answers">
        {placed.map(({ response, answer }) => {
          const { id } = response;
          const isSetAside = asideIds.has(id);
          const heading = responseHeading(response);
          return (
            <div className={isSetAside ? "answer-item reply-aside" : "answer-item"} key={id}>
              <dt className="small ink-3">
                <span>
                  <span dir="auto">{heading}</span>
                  {/* Anonymous answers all have the day of the closing. */}
                  {response.first_name !== null && (
                    <>
                      {" · "}
                      <span className="num">{formatDay(response.received_on)}</span>
                    </>
                  )}
                </span>
                <Button
                  kind="quiet"
                  className="aside-button"
                  aria-label={`${isSetAside ? "Bring back" : "Set aside"}, ${heading}`}
                  busy={setAside.isPending && setAside.variables.response_id === id}
                  onClick={() => setAside.mutate({ response_id: id, is_set_aside: !isSetAside })}
                >
                  {isSetAside ? "Bring back" : "Set aside"}
                </Button>
                {!isSetAside && (
                  <KeepButton
                    isKept={isKept(kept, id, answer.question_id)}
                    answerTo={`${heading} to “${questionLabel(answer)}”`}
                    onChange={(shouldKeep) =>
                      keep({ response_id: id, question_id: answer.question_id, shouldKeep })
                    }
                  />
                )}
              </dt>
              <dd className="stack g2">
                {isSetAside && (
                  <p className="small">
                    Set aside: left out of counts, insights and exports. Only you know about it.
                  </p>
                )}
                <AnswerView answer={answer} />
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
