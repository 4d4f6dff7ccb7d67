import { useContext } from "react";
import type { Point } from "#contract/insights/insights.ts";
import { describePeopleBehind, oneQuotePerPerson } from "#contract/insights/insights-text.ts";
import { isolate } from "#contract/values/isolate.ts";
import { FindAnswerContext, Quotes } from "./quote-view.tsx";

/** A further question on the same page has themes of its own. */
export const themeId = (circleId: string, index: number) => `theme-${circleId}-${index + 1}`;

export function ThemeList({
  circleId,
  themes,
  peopleCount,
}: {
  circleId: string;
  themes: readonly Point[];
  peopleCount: number;
}) {
  return (
    <ol className="stack numbered">
      {themes.map((theme, index) => (
        <li key={theme.text} id={themeId(circleId, index)}>
          <div className="stack g2">
            <h3 className="prose" dir="auto">
              {theme.text}
            </h3>
            <AskedQuestions theme={theme} />
            <ThemeBar part={theme.people_count / peopleCount} />
            <details className="source">
              <summary className="num">
                {describePeopleBehind(theme.people_count, peopleCount)}
                <span className="sr-only">: {theme.text}</span>
              </summary>
              <div className="source-answer stack g6">
                <Quotes quotes={oneQuotePerPerson(theme)} />
              </div>
            </details>
          </div>
        </li>
      ))}
    </ol>
  );
}

function AskedQuestions({ theme: { quotes } }: { theme: Point }) {
  const findAnswer = useContext(FindAnswerContext);
  const questions = new Set(quotes.flatMap((quote) => findAnswer(quote)?.question ?? []));
  return [...questions].map((question) => (
    <p className="small ink-3" dir="auto" key={question}>
      {isolate(question)}
    </p>
  ));
}

function ThemeBar({ part }: { part: number }) {
  return (
    <svg className="theme-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 1.5H100M0 4.5H100" stroke="currentColor" vectorEffect="non-scaling-stroke" />
      <rect
        className="theme-bar-part"
        width={Math.min(100, part * 100)}
        height="6"
        fill="currentColor"
      />
    </svg>
  );
}
