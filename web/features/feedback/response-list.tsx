import type { ReadableResponse, Results } from "#contract/feedback/feedback.ts";
import { formatResponseDays } from "#contract/feedback/response-days.ts";
import { AnswerView, questionLabel } from "#web/question-types/answer-view.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { Answers } from "./reading/question-section.tsx";
import type { ReadingState } from "./reading/reading-state.ts";
import { responseHeading } from "./response-heading.ts";
import { SetAsideButton, SetAsideNote } from "./set-aside.tsx";
import type { SetAsideChange } from "./use-set-response-aside.ts";

type SetAsideResponse = Results["set_aside"][number];

/** Every response with its answers, by person. Those that are set aside stay in their place, greyed out. */
export function ResponseList({
  responses,
  setAside,
  changingId,
  onSetAside,
  state,
}: {
  responses: readonly ReadableResponse[];
  setAside: readonly SetAsideResponse[];
  changingId: string | undefined;
  /** Undefined if nothing can be changed, or while answers are searched for and responses are shown in part. */
  onSetAside: ((change: SetAsideChange) => void) | undefined;
  state: ReadingState;
}) {
  return [...responses, ...setAside]
    .toSorted((one, other) => one.number - other.number)
    .map((response) => {
      const isSetAside = setAside.some(({ id }) => id === response.id);
      const headingId = `response-${response.id}`;
      return (
        <article
          className={`stack g6 reply ${isSetAside ? "reply-aside" : ""}`}
          aria-labelledby={headingId}
          key={response.id}
        >
          <header className="head-row">
            <h2 className="heading" id={headingId}>
              {responseHeading(response)}
            </h2>
            <div className="reply-facts">
              <p className="small ink-3 num">{formatResponseDays(response)}</p>
              {onSetAside && (
                <SetAsideButton
                  aria-describedby={headingId}
                  isSetAside={isSetAside}
                  busy={response.id === changingId}
                  onChange={(shouldSetAside) =>
                    onSetAside({ response_id: response.id, is_set_aside: shouldSetAside })
                  }
                />
              )}
            </div>
          </header>
          {isSetAside ? (
            <SetAside response={response} />
          ) : (
            <Answers
              answers={response.answers.map((answer) => ({ response, answer }))}
              formatHeading={({ answer }) => questionLabel(answer)}
              state={state}
            />
          )}
        </article>
      );
    });
}

function SetAside({ response }: { response: ReadableResponse & { note?: string | null } }) {
  const { answers, note } = response;
  return (
    <>
      <SetAsideNote />
      <dl className="para para-wide stack g6 reply-answers">
        {answers.map((answer) => (
          <div key={answer.question_id}>
            <dt className="small">{questionLabel(answer)}</dt>
            <dd>
              <AnswerView answer={answer} />
            </dd>
          </div>
        ))}
        {note && (
          <div>
            <dt className="small">Encouragement</dt>
            <dd>
              <WrittenText>{note}</WrittenText>
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}
