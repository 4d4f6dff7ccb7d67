import { formatDay } from "#contract/days.ts";
import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { StripPlot } from "#web/ui/ratings/strip-plot.tsx";
import { AnswerView, questionLabel } from "./answer-view.tsx";
import { summarizeRatings } from "./rating-summaries.ts";

/** All Feedback: every response with its answers, and the ratings at a glance. */
export function ResponseList({ responses }: { responses: readonly ReadableResponse[] }) {
  const ratings = summarizeRatings(responses);
  return (
    <div className="split split-reading">
      {ratings.length > 0 && (
        <aside className="split-aside split-first" aria-label="Ratings at a glance">
          {ratings.map(({ key, label, counts, low, high }) => (
            <div className="stack g2" key={key}>
              <h2 className="label">{label}</h2>
              <StripPlot counts={counts} low={low} high={high} />
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
    <article className="reply" aria-labelledby={headingId}>
      <header className="reply-head">
        <h2 className="heading" id={headingId}>
          {responseHeading(response)}
        </h2>
        <p className="small ink-3 num">Received {formatDay(response.received_on)}</p>
      </header>
      <dl className="para para-wide reply-answers">
        {response.answers.map((answer) => (
          <div key={answer.question_id}>
            <dt>{questionLabel(answer)}</dt>
            <dd>
              <AnswerView answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
