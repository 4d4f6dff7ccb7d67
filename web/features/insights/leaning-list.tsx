import type { Insights, Sentiment } from "#contract/insights/insights.ts";
import { sentimentLabels } from "#contract/insights/overall-text.ts";
import { isolate } from "#contract/values/isolate.ts";

const order: readonly Sentiment[] = ["positive", "mixed", "concerned", "other"];

/** How each person leans: one mark per person, and as text how many and, in named circles, who. */
export function LeaningList({
  people,
  nameOf,
  isCounted,
}: {
  people: Insights["people"];
  /** A response's label; undefined if it has none. */
  nameOf: (responseId: string) => string | undefined;
  /** Whether people are placed by their own ratings, so that those without a rating did not rate. */
  isCounted: boolean;
}) {
  return (
    <ul className="stack g2 leanings">
      {order.map((sentiment) => {
        const leaning = people.filter((person) => person.sentiment === sentiment);
        if (leaning.length === 0) return null;
        const names = leaning.flatMap(({ response_id }) =>
          response_id === null ? [] : (nameOf(response_id) ?? []),
        );
        return (
          <li key={sentiment}>
            <span className={`leaning-marks mood-${sentiment}`} aria-hidden="true">
              {leaning.map((person, index) => (
                <Mark key={person.response_id ?? index} sentiment={sentiment} />
              ))}
            </span>
            <span>
              <span className="num">{leaning.length}</span>{" "}
              {isCounted && sentiment === "other"
                ? "did not rate"
                : sentimentLabels[sentiment].toLowerCase()}
              {names.length > 0 && <span className="ink-3">: {names.map(isolate).join(", ")}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A full dot, half a dot, a diamond or an empty ring. */
function Mark({ sentiment }: { sentiment: Sentiment }) {
  return (
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      {sentiment === "positive" && <circle cx="7" cy="7" r="5.5" fill="currentColor" />}
      {sentiment === "mixed" && (
        <>
          <circle cx="7" cy="7" r="5.5" />
          <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
        </>
      )}
      {sentiment === "concerned" && <path d="M7 1 13 7 7 13 1 7z" fill="currentColor" />}
      {sentiment === "other" && <circle cx="7" cy="7" r="5.5" />}
    </svg>
  );
}
