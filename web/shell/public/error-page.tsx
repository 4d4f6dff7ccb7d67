import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { paths } from "#contract/paths.ts";
import { BlankPageArt } from "#web/brand/art/blank-page.tsx";
import { isAnotherBuildServed } from "#web/client/served-version.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { useDocumentTitle } from "../document-title.ts";
import "./public-frame.css";
import { PlainPage } from "./public-page.tsx";

/** A page from before an upgrade is opened again, because the files of its screens are gone. */
export function ErrorPage() {
  const error = useRouteError();
  useDocumentTitle("Something went wrong");
  useEffect(() => {
    void isAnotherBuildServed().then((isAnother) => isAnother && location.reload());
  }, []);

  return (
    <PlainPage>
      <EmptyState
        art={<BlankPageArt />}
        sentence="Unexpected Application Error!"
        as="h1"
        line={<span className="ink-3">{errorDetail(error)}</span>}
      >
        <a className={buttonClass("outline")} href={paths.landing}>
          Return to Home
        </a>
      </EmptyState>
    </PlainPage>
  );
}

function errorDetail(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : "Unknown error";
}
