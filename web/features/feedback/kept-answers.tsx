import { type ReactNode, useId } from "react";
import { isolate } from "#contract/values/isolate.ts";
import { AnswerView, questionLabel } from "#web/question-types/answer-view.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { ChevronDownIcon } from "#web/ui/icons/icons.tsx";
import { useWideScreen } from "#web/ui/layout/wide-screen.ts";
import { Skeleton } from "#web/ui/status/skeleton.tsx";
import { useResults } from "./hooks.ts";
import { isKept } from "./reading/filter-answers.ts";
import { listPlacedAnswers } from "./reading/group-answers.ts";
import { responseHeading } from "./response-heading.ts";

export function KeptAnswers({ circleId, toResults }: { circleId: string; toResults: ReactNode }) {
  const headingId = useId();
  const isWide = useWideScreen();
  const { data, isError, refetch } = useResults(circleId);
  if (data === undefined) {
    return isError ? (
      <div className="stack g3 start">
        <p className="ink-2">The answers you kept could not be loaded.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    ) : (
      <Skeleton className="label" text="Answers you kept" />
    );
  }
  const kept = listPlacedAnswers(data.responses).filter(({ response, answer }) =>
    isKept(data.kept, response.id, answer.question_id),
  );
  return (
    <section aria-labelledby={headingId}>
      {/* It is mounted anew when the screen becomes wide or narrow. Until then it stays as its reader leaves it. */}
      <details className="fold kept-answers" key={String(isWide)} open={isWide}>
        <summary>
          <h2 className="label" id={headingId}>
            Answers you kept <span className="num ink-3">{kept.length}</span>
          </h2>
          <ChevronDownIcon className="ink-3" />
        </summary>
        {kept.length === 0 ? (
          <div className="stack g3 start">
            <p className="small ink-2">Select the star beside an answer to have it here.</p>
            {toResults}
          </div>
        ) : (
          <dl className="stack g6 reply-answers">
            {kept.map(({ response, answer }) => (
              <div key={`${response.id} ${answer.question_id}`}>
                <dt className="small ink-3">
                  {responseHeading(response)}, to “{isolate(questionLabel(answer))}”
                </dt>
                <dd>
                  <AnswerView answer={answer} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </details>
    </section>
  );
}
