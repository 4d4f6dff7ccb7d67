import type { ReactNode } from "react";
import { PublicFooter } from "./public-footer.tsx";
import { PlainHeader, PublicHeader } from "./public-header.tsx";

/** The frame of landing and pricing. Rendered by the server once and not hydrated. */
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

/** The frame of a page that only leads home. */
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
