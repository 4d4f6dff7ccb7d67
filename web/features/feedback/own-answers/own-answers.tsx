import type { ReadableResponse } from "#contract/feedback/feedback.ts";
import { isolate } from "#contract/values/isolate.ts";
import { AnswerView, questionLabel } from "#web/question-types/answer-view.tsx";

type OwnAnswer = ReadableResponse["answers"][number];

/** What the owner answered before reading, by itself. */
export function OwnReply({ answers }: { answers: readonly OwnAnswer[] }) {
  return (
    <article className="stack g6 reply own-answer" aria-labelledby="own-answers">
      <header className="head-row">
        <h2 className="heading" id="own-answers">
          You
        </h2>
        <p className="small ink-3">Before you read</p>
      </header>
      <dl className="para para-wide stack g6 reply-answers">
        {answers.map((answer) => (
          <div key={answer.question_id}>
            <dt className="small ink-3" dir="auto">
              {questionLabel(answer)}
            </dt>
            <dd>
              <AnswerView answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** The owner's own answer to one question, above those of the others. */
export function OwnAnswerBeside({
  own,
  label,
}: {
  own: OwnAnswer | undefined;
  /** The question as it reads now. */
  label: string | null;
}) {
  if (own === undefined) return null;
  const wasReworded = own.label !== null && own.label !== label;
  return (
    <>
      <div className="stack g2 own-answer">
        <h3 className="label" dir="auto">
          {wasReworded ? `You, to “${isolate(own.label ?? "")}”` : "You"}
        </h3>
        <AnswerView answer={own} />
      </div>
      <h3 className="label">They</h3>
    </>
  );
}
