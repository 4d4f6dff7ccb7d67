import type { ReactNode } from "react";

/** What is shown if there is nothing yet: a drawing, one sentence, and what to do next. */
export function EmptyState({
  art,
  label,
  sentence,
  as: Heading = "p",
  line,
  children,
}: {
  art: ReactNode;
  label?: string;
  sentence: ReactNode;
  /** `h1` when the page has no other content. */
  as?: "h1" | "h2" | "p";
  line?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="stack empty">
      {art}
      <div className="stack g2">
        {label && <p className="label num">{label}</p>}
        <Heading
          className={Heading === "h1" ? "title" : "heading"}
          tabIndex={Heading === "h1" ? -1 : undefined}
        >
          {sentence}
        </Heading>
        {line && <p className={Heading === "h1" ? "lede" : "ink-2"}>{line}</p>}
      </div>
      {children}
    </div>
  );
}
