import { type ComponentProps, useContext, useRef } from "react";
import type { GenerationStage, InsightsState } from "#contract/insights/insights.ts";
import { limits } from "#contract/limits.ts";
import { NotebookArt } from "#web/brand/art/notebook.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { ApiError } from "#web/client/api.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";
import { RefreshIcon } from "#web/ui/icons/icons.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { countInWords } from "#web/ui/text/count-in-words.ts";
import { useGenerateInsights, useInsights } from "./hooks.ts";
import { InsightsPage } from "./insights-page.tsx";
import { type FindAnswer, FindAnswerContext } from "./quote-view.tsx";

export function InsightsPanel({
  circleId,
  findAnswer,
  ...page
}: {
  circleId: string;
  findAnswer: FindAnswer;
} & Pick<
  ComponentProps<typeof InsightsPage>,
  "timeZone" | "createEditPath" | "createAnswersPath" | "thenAndNow" | "plottedIds"
>) {
  const generate = useGenerateInsights(circleId);
  const isAwaited = useRef(false);
  const isReadOnly = useContext(ReadOnlyContext);
  const { data, isError, error, refetch } = useInsights(circleId, generate.isPending);

  // Insights loaded earlier may no longer be shown.
  const isLocked = error instanceof ApiError && error.code === "results_locked";
  if (data === undefined || isLocked) {
    if (!isError) return <LoadingMark />;
    return (
      <EmptyState
        art={<NotebookArt />}
        sentence={isLocked ? error.message : "Failed to load insights"}
      >
        <Button onClick={() => void refetch()}>Try again</Button>
      </EmptyState>
    );
  }

  const { insights, generation } = data;
  const busy = generate.isPending || generation.state === "running";
  const progress = busy ? describeProgress(generation) : "";

  if (insights !== null) {
    return (
      <FindAnswerContext value={findAnswer}>
        <InsightsPage
          {...page}
          insights={insights}
          titleRef={takeFocus}
          note={
            <p className="small ink-3" role="status">
              {progress ||
                (generation.state === "failed" &&
                  "The last attempt failed. These are your earlier insights.")}
            </p>
          }
        >
          {canGenerate(data) && !isReadOnly && (
            <Button busy={busy} busyLabel="Generating..." onClick={() => generate.mutate()}>
              <RefreshIcon />
              Regenerate
            </Button>
          )}
        </InsightsPage>
      </FindAnswerContext>
    );
  }
  return (
    <div className="stack g14">
      <NoInsights state={data} generate={generateAndAwait} busy={busy} progress={progress} />
      {page.thenAndNow}
    </div>
  );

  function generateAndAwait() {
    isAwaited.current = true;
    generate.mutate();
  }

  /** The clicked button is gone once there are insights. If the focus has moved elsewhere, it stays there. */
  function takeFocus(title: HTMLElement | null) {
    if (title === null || !isAwaited.current) return;
    isAwaited.current = false;
    if (document.activeElement === document.body) title.focus();
  }
}

const canGenerate = ({ use, usable_count }: InsightsState) =>
  use !== "off" && usable_count >= limits.insightsResponsesMin;

function NoInsights({
  state,
  generate,
  busy,
  progress,
}: {
  state: InsightsState;
  generate: () => void;
  busy: boolean;
  progress: string;
}) {
  const { use, usable_count } = state;
  if (use === "off") {
    return <EmptyState art={<NotebookArt />} sentence="Insights are turned off on this server." />;
  }
  if (!canGenerate(state)) {
    return (
      <EmptyState
        art={<NotebookArt />}
        sentence="Need at least 2 responses to generate insights."
        line="Responses left out of insights and answers that say nothing don't count."
      />
    );
  }
  return (
    <EmptyState
      art={<NotebookArt />}
      as="h2"
      sentence={`${countInWords(usable_count)} people have answered`}
      line={
        <span className="insights-invitation">
          Read them yourself first. When you are ready, gather what they have in common into one
          page.
        </span>
      }
    >
      <Button kind="primary" busy={busy} busyLabel="Generating..." onClick={generate}>
        Generate Insights
      </Button>
      <p className="small ink-3" role="status">
        {progress}
      </p>
      <p className="small ink-3">
        {use === "local"
          ? "Insights are made on this server; nothing leaves it."
          : `To make insights, the answers are sent to the AI model ${use.model}.`}
      </p>
    </EmptyState>
  );
}

function describeProgress({ stage, place }: InsightsState["generation"]): string {
  if (stage !== "waiting") return stageMessage[stage ?? "reading"];
  return `Waiting for the server. Your place in line: ${place ?? 1}`;
}

const stageMessage: Record<Exclude<GenerationStage, "waiting">, string> = {
  reading: "Reading the answers",
  comparing: "Comparing what people say",
  summarizing: "Writing the summary",
  gathering: "Gathering the themes",
  choosing: "Choosing quotes",
  checking: "Checking every quote",
};
