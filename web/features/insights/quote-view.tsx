import "@fontsource-variable/literata/wght-italic.css";
import { createContext, type ReactNode, useContext } from "react";
import type { Quote } from "#contract/insights/insights.ts";
import { WrittenText } from "#web/ui/text/written-text.tsx";

/** The answer that contains a quote, as the screen shows answers. */
export interface QuotedAnswer {
  /** "Perspective 2, Ana". */
  heading: string;
  question: string;
  answer: ReactNode;
}

export type FindAnswer = (quote: Quote) => QuotedAnswer | undefined;

export const FindAnswerContext = createContext<FindAnswer>(() => undefined);

/** Quotes from people. The whole answer of each expands in place. */
export function Quotes({ quotes }: { quotes: readonly Quote[] }) {
  const findAnswer = useContext(FindAnswerContext);
  return quotes.map((quote) => (
    <QuoteView
      key={`${quote.response_id} ${quote.question_id} ${quote.text}`}
      text={quote.text}
      found={findAnswer(quote)}
    />
  ));
}

function QuoteView({ text, found }: { text: string; found: QuotedAnswer | undefined }) {
  return (
    <figure className="para para-wide quote">
      <blockquote>
        <WrittenText>{text}</WrittenText>
      </blockquote>
      {found !== undefined && (
        <details className="source">
          <summary>{found.heading}</summary>
          <div className="source-answer stack g2">
            <p className="small ink-3" dir="auto">
              {found.question}
            </p>
            {found.answer}
          </div>
        </details>
      )}
    </figure>
  );
}
