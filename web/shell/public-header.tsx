import type { ReactNode } from "react";
import { paths } from "#contract/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { MenuIcon } from "#web/ui/icons.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";

/** The landing page's header. */
export function LandingHeader() {
  return (
    <PlainHeader>
      <nav aria-label="Main">
        <a className={buttonClass("quiet")} href={paths.pricing}>
          Pricing
        </a>
        <SignInLink>Sign In</SignInLink>
      </nav>
    </PlainHeader>
  );
}

/** The pricing page's header; on phones its links move into a menu that needs no script. */
export function PricingHeader() {
  const links = [
    { href: paths.landing, label: "Home" },
    { href: `${paths.landing}#how`, label: "How it works" },
  ];
  return (
    <PlainHeader>
      <nav aria-label="Main">
        {links.map(({ href, label }) => (
          <a className={buttonClass("quiet", undefined, "only-wide")} href={href} key={label}>
            {label}
          </a>
        ))}
        <SignInLink>Sign in</SignInLink>
        <details className="top-menu only-small">
          <summary className={buttonClass("quiet", "icon")} aria-label="Menu">
            <MenuIcon />
          </summary>
          <ul>
            {links.map(({ href, label }) => (
              <li key={label}>
                <a className={buttonClass("quiet")} href={href}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </nav>
    </PlainHeader>
  );
}

/** Only the way home. */
export function PlainHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap">
        <Wordmark />
        {children}
      </div>
    </header>
  );
}

/** For somebody signed in the pages' script makes it lead to the dashboard. */
function SignInLink({ children }: { children: string }) {
  return (
    <a className={buttonClass("outline")} href={paths.auth} data-sign-in="">
      {children}
    </a>
  );
}
