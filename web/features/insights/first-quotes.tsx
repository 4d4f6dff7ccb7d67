import type { Quote } from "#contract/insights/insights.ts";
import { Quotes } from "./quote-view.tsx";
import { SupportingQuotes } from "./theme-list.tsx";

const quotesShown = 3;

/** Shows the first quotes at once, and the others on demand. */
export function FirstQuotes({ of, quotes }: { of: string; quotes: readonly Quote[] }) {
  const more = quotes.slice(quotesShown);
  return (
    <>
      <div className="stack g6">
        <Quotes quotes={quotes.slice(0, quotesShown)} />
      </div>
      {more.length > 0 && <SupportingQuotes of={of} quotes={more} areMore />}
    </>
  );
}

/** What {@link FirstQuotes} shows at once, so that the page need not repeat it. */
export function listShownTexts(quotes: readonly Quote[]): string[] {
  return quotes.slice(0, quotesShown).map(({ text }) => text);
}
