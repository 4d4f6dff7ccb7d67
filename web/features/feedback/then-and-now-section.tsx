import { useId } from "react";
import { Link } from "react-router";
import { describeChange, describeStanceChange } from "#contract/feedback/change-text.ts";
import type { ThenAndNow } from "#contract/feedback/then-and-now.ts";
import { resultsPath } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { TallyPlot } from "#web/question-types/answer-view.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Skeleton } from "#web/ui/status/skeleton.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { useThenAndNow } from "./hooks.ts";

type Readable = Extract<ThenAndNow, { state: "readable" }>;
type Question = Readable["questions"][number];
type Days = Readable["now_on"];

/** For a paraline that was asked again: what was counted then, and what is counted now. */
export function ThenAndNowSection({ circleId }: { circleId: string }) {
  const headingId = useId();
  const { data, isError, refetch } = useThenAndNow(circleId);
  if (data?.state === "none") return null;
  return (
    <section className="stack g6 then-and-now" aria-labelledby={headingId}>
      <h2 className="heading" id={headingId}>
        Then and now
      </h2>
      {data !== undefined ? (
        <Comparison comparison={data} />
      ) : isError ? (
        <div className="stack g3 start">
          <p className="ink-2">The earlier paraline could not be loaded.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <Skeleton text="Compared with the earlier paraline" />
      )}
    </section>
  );
}

function Comparison({ comparison }: { comparison: Exclude<ThenAndNow, { state: "none" }> }) {
  const earlier = (
    <Link to={resultsPath(comparison.circle_id)}>
      <bdi>{comparison.title}</bdi>
    </Link>
  );
  switch (comparison.state) {
    case "locked":
      return (
        <p className="ink-2">
          {earlier} is locked. Once you unlock it, its answers are compared with these.
        </p>
      );
    case "nothing_to_read":
      return (
        <p className="ink-2">
          There is nothing to read of {earlier}, so there is nothing to compare with.
        </p>
      );
    case "readable": {
      const stanceChange = describeStanceChange(comparison);
      return (
        <>
          {stanceChange !== undefined && <p className="prose">{stanceChange}</p>}
          <p className="ink-2">
            {comparison.questions.length === 0 ? (
              <>
                No rating or choice is asked in the same words as in {earlier}, so there is nothing
                to compare.
              </>
            ) : (
              <>
                Compared with {earlier}: the ratings and choices that are asked in the same words.
                The people may differ.
              </>
            )}
          </p>
          {stanceFirst(comparison.questions).map((question) => (
            <Compared key={question.question_id} question={question} comparison={comparison} />
          ))}
        </>
      );
    }
  }
}

const stanceFirst = (questions: readonly Question[]) =>
  questions.toSorted((a, b) => Number(b.is_stance) - Number(a.is_stance));

/** One question. How the ratings of the stance question have changed is said above all questions. */
function Compared({
  question,
  comparison: { before_on, now_on },
}: {
  question: Question;
  comparison: Readable;
}) {
  const { label, is_stance, before, now } = question;
  const change = is_stance ? undefined : describeChange(question);
  return (
    <div className="stack g4">
      <div className="stack">
        <h3 className="label" dir="auto">
          {label}
        </h3>
        {change !== undefined && <p className="small ink-2">{change}</p>}
      </div>
      <div className="then-beside-now">
        <Side name="Then" days={before_on} side={before} />
        <Side name="Now" days={now_on} side={now} />
      </div>
    </div>
  );
}

function Side({ name, days, side }: { name: string; days: Days; side: Question["now"] }) {
  return (
    <div className="stack g2">
      <p className="small num">
        <span className="strong">{name}</span>
        <span className="ink-3">
          {" "}
          · {formatCount(side.people_count, "person", "people")}, {formatDays(days)}
        </span>
      </p>
      <TallyPlot tally={side.tally} />
    </div>
  );
}

function formatDays({ first, last }: Days): string {
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
}
