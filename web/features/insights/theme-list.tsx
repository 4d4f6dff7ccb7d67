import type { Point, Quote } from "#contract/insights/insights.ts";
import { describePeopleBehind, oneQuotePerPerson } from "#contract/insights/insights-text.ts";
import { formatCount } from "#web/ui/text/format-count.ts";
import { Quotes } from "./quote-view.tsx";

/** The key themes, numbered, with how many people mention each, as a bar and as text, who they are, and quotes. */
export function ThemeList({
  themes,
  peopleCount,
}: {
  themes: readonly Point[];
  peopleCount: number;
}) {
  return (
    <ol className="stack numbered">
      {themes.map((theme) => (
        <li key={theme.text}>
          <div className="stack g2">
            <div className="head-row">
              <h3 className="prose" dir="auto">
                {theme.text}
              </h3>
              <p className="small ink-3 num">
                {describePeopleBehind(theme.people_count, peopleCount)}
              </p>
            </div>
            <ThemeBar part={theme.people_count / peopleCount} />
            <SupportingQuotes of={theme.text} quotes={oneQuotePerPerson(theme)} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The quotes behind a statement, collapsed until opened. */
export function SupportingQuotes({
  of,
  quotes,
  areMore = false,
}: {
  of: string;
  quotes: readonly Quote[];
  /** Whether other quotes are shown above. */
  areMore?: boolean;
}) {
  return (
    <details className="source">
      <summary>
        {areMore
          ? formatCount(quotes.length, "more quote")
          : quotes.length === 1
            ? "The quote behind it"
            : `${quotes.length} quotes behind it`}
        <span className="sr-only">: {of}</span>
      </summary>
      <div className="source-answer stack g6">
        <Quotes quotes={quotes} />
      </div>
    </details>
  );
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
