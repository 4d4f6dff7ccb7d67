import type { ReactNode } from "react";
import { Wordmark } from "#web/brand/wordmark.tsx";
import { PlainHeader, PublicHeader } from "./public-header.tsx";

/** The layout of landing and pricing. The server renders it once, and it is not hydrated. */
export function PublicPage({
  here,
  className,
  children,
}: {
  here: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PublicHeader here={here} />
      <main className={className} id="main">
        {children}
      </main>
      <PublicFooter />
    </>
  );
}

/** The layout of a page whose only link leads home. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <>
      <PlainHeader />
      <main className="wrap" id="main">
        {children}
      </main>
    </>
  );
}

/** The footer of landing and pricing. */
function PublicFooter() {
  return (
    <footer className="foot">
      <div className="wrap row between">
        <p>5 minutes. Honest perspective, without algorithms or noise.</p>
        <Wordmark />
      </div>
    </footer>
  );
}
