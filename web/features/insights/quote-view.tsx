import "@fontsource-variable/literata/wght-italic.css";
import type { ReactNode } from "react";
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

/** A person's own words; the whole answer expands in place. */
export function QuoteView({ quote, findAnswer }: { quote: Quote; findAnswer: FindAnswer }) {
  const found = findAnswer(quote);
  return (
    <figure className="para para-wide quote">
      <blockquote>
        <WrittenText>{quote.text}</WrittenText>
      </blockquote>
      {found !== undefined && (
        <details className="source">
          <summary>{found.heading}</summary>
          <div className="source-answer stack g2">
            <p className="small ink-3">{found.question}</p>
            {found.answer}
          </div>
        </details>
      )}
    </figure>
  );
}
