import { Link, Navigate } from "react-router";

import { paths } from "#contract/paths.ts";
import { BlankPageArt } from "#web/brand/art/blank-page.tsx";
import { ApiError } from "#web/client/api.ts";
import { checkSession } from "#web/client/auth/auth.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { formatClock } from "#web/client/dates.ts";
import { useTimeZone } from "#web/features/account/hooks.ts";
import { useAdminOverview } from "#web/features/admin/hooks.ts";
import {
  Concerns,
  DailyPlots,
  JobFigures,
  MailFigures,
  PaymentFigures,
  ServerFacts,
} from "#web/features/admin/overview-sections.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import type { RouteHandle } from "#web/shell/route-handle.ts";
import { SessionCheckFrame } from "#web/shell/signed-in/session-check-frame.tsx";
import { SignedInLayout } from "#web/shell/signed-in/signed-in-layout.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { NotFound } from "./public/not-found.tsx";

const title = "This server";
const line = "How it is doing. No figure here is about a single account or paraline.";

/** Guards the operator's page: for everybody else, signed in or not, there is nothing at its address. */
function OperatorsOnly() {
  const session = useSession();
  const isKnown = session.kind === "signed_in" || session.kind === "second_step";
  const { error, isPending } = useAdminOverview({ enabled: isKnown });
  const code = error instanceof ApiError ? error.code : undefined;

  if (session.kind === "checking") return <SessionCheckFrame />;
  if (session.kind === "failed") return <SessionCheckFrame onRetry={checkSession} />;
  if (code === "insufficient_aal") return <Navigate to={paths.auth} replace />;
  if (session.kind === "signed_out" || code === "not_found") return <NotFound />;
  if (isPending) return <SessionCheckFrame />;
  return <SignedInLayout />;
}

function AdminScreen() {
  const timeZone = useTimeZone();
  // The guard has loaded this just now, and would disappear while it is loaded again after a refusal.
  const overview = useAdminOverview({ retryOnMount: false });
  const { data, error, dataUpdatedAt } = overview;
  if (error instanceof ApiError && error.code === "operator_second_step_missing") {
    return <SecondStepMissing />;
  }
  if (data === undefined) {
    return (
      <>
        <PageHead title={title} line={line} />
        <FailedLoad sentence="Failed to load the numbers" queries={[overview]} />
      </>
    );
  }
  return (
    <>
      <PageHead title={title} line={line}>
        <p className="small ink-2 num">
          {error === null ? "As of" : "Could not be refreshed since"}{" "}
          {formatClock(new Date(dataUpdatedAt), timeZone)}
        </p>
      </PageHead>
      <div className="stack admin-sections">
        <Concerns overview={data} />
        <DailyPlots overview={data} />
        <div className="admin-columns">
          <MailFigures mails={data.mails} />
          <JobFigures jobs={data.jobs} />
          {data.is_selling && <PaymentFigures payments={data.payments} />}
          <ServerFacts overview={data} timeZone={timeZone} />
        </div>
      </div>
    </>
  );
}

function SecondStepMissing() {
  return (
    <>
      <PageHead title={title} />
      <EmptyState
        art={<BlankPageArt />}
        sentence="This page needs a second step."
        line="Add one to your account and come back."
      >
        <Link className={buttonClass("primary")} to={`${paths.settings}#second-step`}>
          Add a second step
        </Link>
      </EmptyState>
    </>
  );
}

/** The route of /admin. It is here so that the app's first view does not load it. */
export const operatorsOnly = { Component: OperatorsOnly };
export const adminScreen = {
  Component: AdminScreen,
  handle: { title, back: paths.settings } satisfies RouteHandle,
};
