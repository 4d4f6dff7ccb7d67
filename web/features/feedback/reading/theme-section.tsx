import { type ReactNode, useId } from "react";
import { isolate } from "#contract/values/isolate.ts";
import { questionLabel } from "#web/question-types/answer-view.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { responseHeading } from "../response-heading.ts";
import type { PlacedAnswer, Theme, ThemeGroup } from "./group-answers.ts";
import { Answers, otherAnswers } from "./question-section.tsx";
import type { ReadingState } from "./reading-state.ts";

/** What is known about the themes of a circle. They come from its insights. */
export type Themes =
  | { state: "loading" | "failed" | "off" | "none" | "too_few" }
  | {
      state: "ready";
      themes: readonly Theme[];
      /** How many responses have arrived since the insights were made. */
      newResponsesCount: number;
    };

export function ThemesNote({ themes, toInsights }: { themes: Themes; toInsights: ReactNode }) {
  switch (themes.state) {
    case "loading":
      return <p className="ink-2">Loading the themes…</p>;
    case "failed":
      return <p className="ink-2">The themes could not be loaded. Reload the page to try again.</p>;
    case "off":
      return (
        <p className="ink-2">
          Themes come from insights, which are turned off on this server. You can read by question
          instead.
        </p>
      );
    case "too_few":
      return (
        <p className="ink-2">
          Themes come from insights, which need at least 2 responses. You can read by question
          instead.
        </p>
      );
    case "none":
      return (
        <div className="stack g3 start">
          <p className="ink-2">
            Themes come from insights. Once you have generated them, answers are grouped here by
            what they are about.
          </p>
          {toInsights}
        </div>
      );
    case "ready":
      return (
        <div className="stack g2 small ink-3">
          <p>
            {themes.themes.length === 0
              ? "The insights found no themes in what people wrote."
              : "What people wrote, by the themes of your insights. Ratings and choices have none."}
          </p>
          {themes.newResponsesCount > 0 && (
            <p>
              {formatCount(themes.newResponsesCount, "new perspective")} since the insights: find
              what they say under {otherAnswers}, or generate the insights again.
            </p>
          )}
        </div>
      );
  }
}

export function ThemeSection({
  group: { theme, answers },
  state,
}: {
  group: ThemeGroup;
  state: ReadingState;
}) {
  const headingId = useId();
  return (
    <section className="stack g6 reply" aria-labelledby={headingId}>
      <div className="head-row">
        <h2 className="heading" dir="auto" id={headingId}>
          {theme?.text ?? otherAnswers}
        </h2>
        {theme !== undefined && (
          <p className="small ink-3 num">
            {theme.people_count === 1 ? "One voice" : `${theme.people_count} people`}
          </p>
        )}
      </div>
      <Answers answers={answers} formatHeading={headingInTheme} state={state} />
    </section>
  );
}

function headingInTheme({ response, answer }: PlacedAnswer): string {
  return `${responseHeading(response)}, to “${isolate(questionLabel(answer))}”`;
}
