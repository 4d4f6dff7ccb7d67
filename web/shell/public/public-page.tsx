import type { ReactNode } from "react";
import { paths } from "#contract/paths.ts";
import { Wordmark } from "#web/brand/wordmark.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { MenuIcon } from "#web/ui/icons/icons.tsx";

/** The layout of landing and pricing. The server renders it once, and it is not hydrated. */
export function PublicPage({
  currentPath,
  className,
  children,
}: {
  currentPath: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PublicHeader currentPath={currentPath} />
      <main className={className} id="main">
        {children}
      </main>
      <PublicFooter />
    </>
  );
}

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

const links = [
  { href: paths.landing, label: "Home" },
  { href: `${paths.landing}#how`, label: "How it works" },
  { href: paths.pricing, label: "Pricing" },
];

/** The header of landing and pricing. On phones its links are in a menu that needs no script. */
function PublicHeader({ currentPath }: { currentPath: string }) {
  const listed = links.map(({ href, label }) => (
    <li key={label}>
      <a
        className={buttonClass("quiet")}
        href={href}
        aria-current={href === currentPath ? "page" : undefined}
      >
        {label}
      </a>
    </li>
  ));
  return (
    <PlainHeader>
      <nav className="row" aria-label="Main">
        <ul className="top-links only-wide">{listed}</ul>
        {/* For signed-in visitors the pages' script makes it lead to the dashboard. */}
        <a className={buttonClass("outline")} href={paths.auth} data-sign-in="">
          Sign In
        </a>
        <details className="top-menu only-small">
          <summary className={buttonClass("quiet", "icon")} aria-label="Menu">
            <MenuIcon />
          </summary>
          <ul>{listed}</ul>
        </details>
      </nav>
    </PlainHeader>
  );
}

export function PlainHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap row between">
        <Wordmark />
        {children}
      </div>
    </header>
  );
}
