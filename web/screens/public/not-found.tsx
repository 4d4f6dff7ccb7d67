import { useEffect } from "react";
import { paths } from "#contract/paths.ts";
import { BlankPageArt } from "#web/brand/art/blank-page.tsx";
import { PlainPage } from "#web/shell/public/public-page.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/** Sent with status 404 for an unknown address; the app also shows it after a wrong link. */
export function NotFound() {
  useEffect(() => {
    console.error(`404: there is no page at ${location.pathname}`);
  }, []);

  return (
    <PlainPage>
      <EmptyState art={<BlankPageArt />} label="404" sentence="Oops! Page not found" as="h1">
        <a className={buttonClass("outline")} href={paths.landing}>
          Return to Home
        </a>
      </EmptyState>
    </PlainPage>
  );
}
