import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { formatDay } from "#contract/values/days.ts";
import { questionLabel } from "#web/question-types/answer-view.tsx";
import { Answers } from "./reading/question-section.tsx";
import type { ReadingState } from "./reading/reading-state.ts";
import { responseHeading } from "./response-heading.ts";

/** Every response with its answers, by person. */
export function ResponseList({
  responses,
  state,
}: {
  responses: readonly ReadableResponse[];
  state: ReadingState;
}) {
  return responses.map((response) => (
    <Response key={response.id} response={response} state={state} />
  ));
}

function Response({ response, state }: { response: ReadableResponse; state: ReadingState }) {
  const headingId = `response-${response.id}`;
  return (
    <article className="stack g6 reply" aria-labelledby={headingId}>
      <header className="head-row">
        <h2 className="heading" id={headingId}>
          {responseHeading(response)}
        </h2>
        <p className="small ink-3 num">Received {formatDay(response.received_on)}</p>
      </header>
      <Answers
        answers={response.answers.map((answer) => ({ response, answer }))}
        headingOf={({ answer }) => questionLabel(answer)}
        state={state}
      />
    </article>
  );
}
