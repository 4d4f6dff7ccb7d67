import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { tallyAnswers } from "#contract/question-types/tallies.ts";
import { formatDay } from "#contract/values/days.ts";
import { AnswerView, questionLabel, TallyPlot } from "#web/question-types/answer-view.tsx";

/** All Feedback: every response with its answers, and the ratings at a glance. */
export function ResponseList({ responses }: { responses: readonly ReadableResponse[] }) {
  const tallies = tallyAnswers(responses.flatMap(({ answers }) => answers));
  return (
    <div className="split split-reading">
      {tallies.length > 0 && (
        <aside className="split-aside split-first" aria-label="Answers at a glance">
          {tallies.map((tally) => (
            <div className="stack g2" key={JSON.stringify({ ...tally, counts: undefined })}>
              <h2 className="label">{questionLabel(tally)}</h2>
              <TallyPlot tally={tally} />
            </div>
          ))}
        </aside>
      )}
      <div className="split-main">
        {responses.map((response) => (
          <Response key={response.id} response={response} />
        ))}
      </div>
    </div>
  );
}

/** A response's label: "Perspective 2", in named circles "Perspective 2, Ana". */
export function responseHeading({ number, first_name }: ReadableResponse): string {
  return first_name === null ? `Perspective ${number}` : `Perspective ${number}, ${first_name}`;
}

function Response({ response }: { response: ReadableResponse }) {
  const headingId = `response-${response.id}`;
  return (
    <article className="stack g6 reply" aria-labelledby={headingId}>
      <header className="head-row">
        <h2 className="heading" id={headingId}>
          {responseHeading(response)}
        </h2>
        <p className="small ink-3 num">Received {formatDay(response.received_on)}</p>
      </header>
      <dl className="para para-wide stack g6 reply-answers">
        {response.answers.map((answer) => (
          <div key={answer.question_id}>
            <dt className="small ink-3">{questionLabel(answer)}</dt>
            <dd>
              <AnswerView answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
