import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { CircleDetails } from "#contract/circles/circles.ts";
import type { FurtherQuestion } from "#contract/circles/further-questions.ts";
import { numberedAnew, shownTogether, tooFewAnswers } from "#contract/circles/sealing.ts";
import { errorMessage } from "#contract/errors.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { limits } from "#contract/limits.ts";
import { resultsPath } from "#contract/paths.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { useTimeZone, useToday } from "#web/features/account/hooks.ts";
import { LockedResults } from "#web/features/billing/locked-results.tsx";
import { AskFurtherDialog } from "#web/features/circles/further/ask-further-dialog.tsx";
import { describeFurther } from "#web/features/circles/further/describe-further.ts";
import { FurtherHeading } from "#web/features/circles/further/further-heading.tsx";
import { useFurtherQuestions } from "#web/features/circles/further/hooks.ts";
import { FurtherAnswers } from "#web/features/feedback/further-answers.tsx";
import { useReadResults } from "#web/features/feedback/hooks.ts";
import { InsightsPanel } from "#web/features/insights/insights-panel.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
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
          <FailedLoad
            isPart
            sentence="The further questions could not be loaded."
            queries={[{ refetch }]}
          />
        ) : (
          <Skeleton className="label" text="Further questions" />
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
        Further questions
      </h2>
      {items.length > 0 && (
        <div>
          {items.map((further) => (
            <Further
              key={further.circle_id}
              further={further}
              firstId={circle.id}
              mayAnswerFirst={mayAnswerFirst}
            />
          ))}
        </div>
      )}
      {next.reason === null ? (
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
        <p className="small ink-3 further-ask">{errorMessage(next.reason)}</p>
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
  firstId,
  mayAnswerFirst,
}: {
  further: FurtherQuestion;
  /** The circle that it follows. */
  firstId: string;
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
        extended === undefined && <p className="small ink-3">{shownTogether}</p>
      ) : mayAnswerFirst && further.responses_count !== 0 ? (
        <p className="ink-2">Answer first, or skip that for good, to read these answers.</p>
      ) : (
        <FurtherResults further={further} firstId={firstId} />
      )}
    </article>
  );
}

function FurtherResults({
  further: { circle_id, status, is_anonymous, asked_count },
  firstId,
}: {
  further: FurtherQuestion;
  firstId: string;
}) {
  const { data, isError, refetch } = useReadResults(circle_id);
  if (data === undefined) {
    return isError ? (
      <FailedLoad
        isPart
        sentence="The answers to this further question could not be loaded."
        queries={[{ refetch }]}
      />
    ) : (
      <Skeleton height={16} />
    );
  }
  if (data.is_locked) {
    return (
      <LockedResults
        isPart
        circleId={firstId}
        responsesCount={data.responses_count}
        invitesCount={asked_count}
      />
    );
  }
  if (data.visibility === "too_few") return <p className="ink-2">{tooFewAnswers}</p>;
  if (data.visibility !== "readable") {
    return (
      <p className="ink-2">
        {status === "active" ? "No one has answered it yet." : "No one answered it."}
      </p>
    );
  }
  return (
    <>
      {is_anonymous && <p className="small ink-3">{numberedAnew}</p>}
      <FurtherAnswers results={data} />
      {data.responses.length >= limits.insightsResponsesMin && (
        <FurtherInsights
          results={data}
          answersPath={`${resultsPath(firstId)}#${furtherId(circle_id)}`}
        />
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
        <h4 className="label">Insights into this further question</h4>
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
