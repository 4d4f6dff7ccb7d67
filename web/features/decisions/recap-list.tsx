import { type ReactNode, useId } from "react";
import { tooFewAnswers } from "#contract/circles/sealing.ts";
import { describeQuality, type Recap } from "#contract/decisions.ts";
import { askedAbout } from "#contract/insights/insights-text.ts";
import { CountedRecapLines } from "#web/question-types/answer-view.tsx";
import { Skeleton } from "#web/ui/status/skeleton.tsx";

type ReadableRecap = Extract<Recap, { state: "readable" }>;

const emptyMessages: Record<ReadableRecap["visibility"], string> = {
  readable: "No ratings yet",
  none_yet: "No ratings yet",
  sealed: "Sealed until your paraline closes",
  too_few: tooFewAnswers,
};

export function RecapList({
  recap,
  unlock,
  generate,
}: {
  recap: Recap;
  unlock: ReactNode;
  /** "Generate insights to see this", linked to where that is done. */
  generate: ReactNode;
}) {
  const headingId = useId();
  return (
    <aside className="stack g3" aria-labelledby={headingId}>
      <h2 className="label" id={headingId}>
        Recap
      </h2>
      {recap.state === "locked" ? (
        <div className="stack g4">
          <p className="ink-2">
            The recap is based on what people said, and the results of this paraline are locked.
          </p>
          {unlock}
        </div>
      ) : (
        <ReadableList recap={recap} generate={generate} />
      )}
    </aside>
  );
}

function ReadableList({ recap, generate }: { recap: ReadableRecap; generate: ReactNode }) {
  const { insights, visibility } = recap;
  // Until there is something to read, there is nothing to generate insights from.
  const toGenerate =
    visibility === "readable"
      ? generate
      : visibility === "none_yet"
        ? "No answers yet"
        : emptyMessages[visibility];
  return (
    <dl className="stack recap">
      <CountedRecapLines recap={recap} empty={emptyMessages[visibility]} />
      {insights.state === "ready" && (
        <div>
          <dt className="ink-2">Overall view</dt>
          <dd>{insights.overall.name}</dd>
          <dd className="recap-source ink-3">{insights.overall.source}</dd>
        </div>
      )}
      <Quality
        name={askedAbout.strengths}
        insights={insights}
        of="top_strength"
        generate={toGenerate}
      />
      <Quality name={askedAbout.worries} insights={insights} of="top_risk" generate={toGenerate} />
    </dl>
  );
}

function Quality({
  name,
  insights,
  of,
  generate,
}: {
  name: string;
  insights: ReadableRecap["insights"];
  of: "top_strength" | "top_risk";
  generate: ReactNode;
}) {
  return (
    <div>
      <dt className="ink-2">{name}</dt>
      <dd dir="auto">
        {insights.state === "ready"
          ? describeQuality(insights[of])
          : insights.state === "none"
            ? generate
            : "Insights are turned off on this server."}
      </dd>
    </div>
  );
}

export function RecapLoading() {
  return (
    <div className="stack g3">
      <Skeleton className="label" text="Recap" />
      <div className="stack recap">
        {["Average fit", askedAbout.strengths, askedAbout.worries].map((name) => (
          <div key={name}>
            <Skeleton text={name} />
            <Skeleton width={24} text="–" />
          </div>
        ))}
      </div>
    </div>
  );
}
