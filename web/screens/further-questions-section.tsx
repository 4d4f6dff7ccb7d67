import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { CircleDetails } from "#contract/circles/circles.ts";
import type { FurtherQuestion } from "#contract/circles/further-questions.ts";
import { numberedAnew, tooFewAnswers } from "#contract/circles/sealing.ts";
import { errorMessage } from "#contract/errors.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { limits } from "#contract/limits.ts";
import { resultsPath } from "#contract/paths.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { useTimeZone, useToday } from "#web/features/account/hooks.ts";
import { AskFurtherDialog } from "#web/features/circles/further/ask-further-dialog.tsx";
import { describeFurther } from "#web/features/circles/further/describe-further.ts";
import { FurtherHeading } from "#web/features/circles/further/further-heading.tsx";
import { useFurtherQuestions } from "#web/features/circles/further/hooks.ts";
import { FurtherAnswers } from "#web/features/feedback/further-answers.tsx";
import { useReadResults } from "#web/features/feedback/hooks.ts";
import { InsightsPanel } from "#web/features/insights/insights-panel.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { ChevronDownIcon, PlusIcon } from "#web/ui/icons/icons.tsx";
import { Skeleton } from "#web/ui/status/skeleton.tsx";
import { findAnswer } from "./readable-results.tsx";

/** The further questions to the people of a circle, below the first ones, each with its own count and answers. */
export function FurtherQuestionsSection({
  circle,
  visibility,
  mayAnswerFirst,
}: {
  circle: CircleDetails;
  /** Of the first questions. */
  visibility: Results["visibility"];
  /** Whether the owner is offered, above, to answer before reading. Until that is over, nothing is read here, either. */
  mayAnswerFirst: boolean;
}) {
  const session = useSession();
  const today = useToday();
  const headingId = useId();
  const { data, isError, refetch } = useFurtherQuestions(circle.id);
  const [isAsking, setIsAsking] = useState(false);
  const [askedId, setAskedId] = useState<string>();
  const [openings, setOpenings] = useState(0);

  if (data === undefined || session.kind !== "signed_in") {
    return (
      <Frame>
        {isError ? (
          <NotLoaded sentence="The further questions could not be loaded." onRetry={refetch} />
        ) : (
          <Skeleton className="label" text="One more thing" />
        )}
      </Frame>
    );
  }
  const { items, next } = data;
  const isWaiting = visibility === "none_yet" && circle.status === "active";
  if (items.length === 0 && (isWaiting || next.reason === "further_question_nobody")) return null;
  const ask = () => {
    setOpenings(openings + 1);
    setAskedId(undefined);
    setIsAsking(true);
  };
  const left = limits.furtherQuestionsMax - items.length;

  return (
    <Frame labelledBy={headingId}>
      <h2 className="title" id={headingId}>
        One more thing
      </h2>
      {items.length > 0 && (
        <div>
          {items.map((further) => (
            <Further
              key={further.circle_id}
              further={further}
              address={resultsPath(circle.id)}
              mayAnswerFirst={mayAnswerFirst}
            />
          ))}
        </div>
      )}
      {next.may_ask ? (
        <div className="stack g3 start further-ask">
          {items.length === 0 && (
            <p className="ink-2">
              Is there something you still want to know? Everyone you asked can answer one further
              question.
            </p>
          )}
          <div className="row">
            <Button onClick={ask}>
              <PlusIcon />
              Ask one more thing
            </Button>
            <span className="small ink-3 num">
              {left} of {limits.furtherQuestionsMax} left
            </span>
          </div>
        </div>
      ) : (
        next.reason !== null && (
          <p className="small ink-3 further-ask">{errorMessage(next.reason)}</p>
        )
      )}
      <AskFurtherDialog
        key={openings}
        circle={circle}
        next={next}
        userId={session.person.user_id}
        today={today}
        // It stays until its question is in the list, which then gets the focus.
        open={isAsking && !items.some(({ circle_id }) => circle_id === askedId)}
        onOpenChange={setIsAsking}
        onAsked={({ circle_id }) => setAskedId(circle_id)}
        finalFocus={() =>
          (askedId !== undefined && document.getElementById(furtherId(askedId))) || true
        }
      />
    </Frame>
  );
}

const furtherId = (circleId: string) => `further-${circleId}`;

function Frame({ labelledBy, children }: { labelledBy?: string; children: ReactNode }) {
  return (
    <section className="stack g8 further-questions" aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

function Further({
  further,
  address,
  mayAnswerFirst,
}: {
  further: FurtherQuestion;
  address: string;
  mayAnswerFirst: boolean;
}) {
  const id = furtherId(further.circle_id);
  const { isSealed, extended } = describeFurther(further);
  const { hash } = useLocation();
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === `#${id}`) article.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <article className="stack g6 reply" aria-labelledby={id} ref={article}>
      <FurtherHeading further={further} id={id} />
      {isSealed ? (
        extended === undefined && (
          <p className="small ink-3">
            Then all answers are shown together, if there are at least 3.
          </p>
        )
      ) : mayAnswerFirst && further.responses_count !== 0 ? (
        <p className="ink-2">
          You can read the answers once you have answered first yourself, or skipped that.
        </p>
      ) : (
        <FurtherResults further={further} answersPath={`${address}#${id}`} />
      )}
    </article>
  );
}

function FurtherResults({
  further: { circle_id, status, is_anonymous },
  answersPath,
}: {
  further: FurtherQuestion;
  answersPath: string;
}) {
  const { data, isError, refetch } = useReadResults(circle_id);
  if (data === undefined) {
    return isError ? (
      <NotLoaded sentence="The answers to this question could not be loaded." onRetry={refetch} />
    ) : (
      <Skeleton height={16} />
    );
  }
  if (data.visibility === "too_few") return <p className="ink-2">{tooFewAnswers}</p>;
  if (data.visibility !== "readable") {
    return (
      <p className="ink-2">
        {status === "open" ? "No one has answered it yet." : "No one answered it."}
      </p>
    );
  }
  return (
    <>
      {is_anonymous && <p className="small ink-3">{numberedAnew}</p>}
      <FurtherAnswers results={data} />
      {data.responses.length >= limits.insightsResponsesMin && (
        <FurtherInsights results={data} answersPath={answersPath} />
      )}
    </>
  );
}

/** Loaded only once they are unfolded. */
function FurtherInsights({ results, answersPath }: { results: Results; answersPath: string }) {
  const timeZone = useTimeZone();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <h4 className="label">Insights into this question</h4>
        <ChevronDownIcon className="ink-3" />
      </summary>
      {isOpen && (
        <InsightsPanel
          circleId={results.circle_id}
          timeZone={timeZone}
          findAnswer={(quote) => findAnswer(results, quote)}
          createAnswersPath={() => answersPath}
          createEditPath={() => undefined}
          thenAndNow={undefined}
          plottedIds={[]}
        />
      )}
    </details>
  );
}

function NotLoaded({ sentence, onRetry }: { sentence: string; onRetry: () => Promise<unknown> }) {
  return (
    <div className="stack g3 start">
      <p className="ink-2">{sentence}</p>
      <Button onClick={() => void onRetry()}>Try again</Button>
    </div>
  );
}
