import { useId } from "react";
import type { ReadableResponse, Results } from "#contract/feedback/feedback.ts";
import { formatResponseDays } from "#contract/feedback/response-days.ts";
import { tallyAnswers } from "#contract/question-types/tallies.ts";
import { TallyPlot, tallyKey } from "#web/question-types/answer-view.tsx";
import { AnswerItem } from "./reading/question-section.tsx";
import { useKeepAnswer } from "./reading/use-keep-answer.ts";
import { responseHeading } from "./response-heading.ts";
import { SetAsideButton } from "./set-aside.tsx";
import { useSetResponseAside } from "./use-set-response-aside.ts";

/** The answers to a single question, by person. Those that are set aside stay in their place, greyed out. */
export function FurtherAnswers({ results }: { results: Results }) {
  const { circle_id, responses, set_aside, kept } = results;
  const keep = useKeepAnswer(circle_id);
  const setAside = useSetResponseAside(circle_id);
  const headingId = useId();
  const asideIds = new Set(set_aside.map(({ id }) => id));
  return (
    <div className="stack g6">
      {tallyAnswers(responses.flatMap(({ answers }) => answers)).map((tally) => (
        <TallyPlot tally={tally} key={tallyKey(tally)} />
      ))}
      <dl className="para para-wide stack g6 reply-answers">
        {[...responses, ...set_aside]
          .toSorted((one, other) => one.number - other.number)
          .flatMap((response) => response.answers.map((answer) => ({ response, answer })))
          .map((placed) => {
            const { id } = placed.response;
            return (
              <AnswerItem
                key={id}
                placed={placed}
                heading={<Heading response={placed.response} id={`${headingId}${id}`} />}
                state={{ query: "", kept, onKeep: keep }}
                isSetAside={asideIds.has(id)}
                setAsideButton={
                  <SetAsideButton
                    className="aside-button"
                    aria-describedby={`${headingId}${id}`}
                    isSetAside={asideIds.has(id)}
                    busy={setAside.isPending && setAside.variables.response_id === id}
                    onChange={(isSetAside) =>
                      setAside.mutate({ response_id: id, is_set_aside: isSetAside })
                    }
                  />
                }
              />
            );
          })}
      </dl>
    </div>
  );
}

function Heading({ response, id }: { response: ReadableResponse; id: string }) {
  return (
    <>
      <span dir="auto" id={id}>
        {responseHeading(response)}
      </span>
      {/* Anonymous answers all have the day of the closing. */}
      {response.first_name !== null && (
        <>
          {" · "}
          <span className="num">{formatResponseDays(response)}</span>
        </>
      )}
    </>
  );
}
