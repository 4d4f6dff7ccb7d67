import type { ReactNode } from "react";

/** A screen's title, one line about it, and its one action. The title takes the focus when the screen is entered. */
export function PageHead({
  title,
  line,
  children,
}: {
  title: ReactNode;
  line?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="page-head">
      <div className="page-head-text stack">
        <h1 className="title" dir="auto" tabIndex={-1}>
          {title}
        </h1>
        {line && <p className="ink-2">{line}</p>}
      </div>
      {children}
    </div>
  );
}
