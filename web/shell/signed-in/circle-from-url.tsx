import type { ReactNode } from "react";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { FailedLoad } from "../failed-load.tsx";

/** The id is passed in the navigation and stays in the address. Source: docs/product.md, Screens. */
export function CircleFromUrl({
  title,
  failure,
  createPath,
  choosePath,
  children,
}: {
  title: string;
  failure: string;
  createPath: (circleId: string) => string;
  choosePath: string;
  children: (circleId: string) => ReactNode;
}) {
  const location = useLocation();
  const [search] = useSearchParams();
  const requestedId = search.get("circle");
  const circleId = circleIdOfState(location.state);

  if (requestedId !== null) return children(requestedId);
  if (circleId !== undefined) return <Navigate to={createPath(circleId)} replace />;
  return (
    <>
      <PageHead title={title} />
      <FailedLoad sentence={failure}>
        <Link className={buttonClass("outline")} to={choosePath}>
          Choose a paraline
        </Link>
      </FailedLoad>
    </>
  );
}

function circleIdOfState(state: unknown): string | undefined {
  return typeof state === "object" &&
    state !== null &&
    "circleId" in state &&
    typeof state.circleId === "string"
    ? state.circleId
    : undefined;
}
