import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "#contract/paths.ts";
import { checkSession, readLinkOutcome, signOut } from "#web/client/auth/auth.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { TimeZoneSync } from "#web/features/account/time-zone-sync.tsx";
import { useLinkOutcomeToast } from "../link-outcome.ts";
import { isPreview } from "../preview.ts";
import { SessionCheckFrame } from "./session-check-frame.tsx";
import { SignedInFrame } from "./signed-in-frame.tsx";

/** Shows screens only to signed-in owners. Without a session, and as soon as it ends, leads to /auth. */
export function SignedInLayout() {
  const location = useLocation();
  return isPreview(location) ? <PreviewLayout /> : <GuardedLayout />;
}

function GuardedLayout() {
  const session = useSession();
  useLinkOutcomeToast(session.kind === "signed_in");

  switch (session.kind) {
    case "checking":
      return <SessionCheckFrame />;
    case "failed":
      return <SessionCheckFrame onRetry={checkSession} />;
    case "signed_out":
    case "second_step":
      return <Navigate to={paths.auth} replace />;
    case "signed_in":
      if (readLinkOutcome() === "new_password") {
        return <Navigate to={`${paths.auth}?mode=new-password`} replace />;
      }
      return (
        // The screens of a different person start anew.
        <SignedInFrame key={session.person.user_id} onSignOut={() => void signOut()}>
          <TimeZoneSync />
          <Outlet />
        </SignedInFrame>
      );
  }
}

function PreviewLayout() {
  return (
    <SignedInFrame onSignOut={() => {}}>
      <Outlet />
    </SignedInFrame>
  );
}
