import { Navigate, useNavigate, useSearchParams } from "react-router";
import { signInForConsentPath } from "#contract/paths.ts";
import { checkSession, signOut } from "#web/client/auth/auth.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { ConnectionRequest } from "#web/features/auth/connected-apps/connection-request.tsx";
import { AuthLayout } from "#web/shell/auth-layout.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { SessionCheckFrame } from "#web/shell/signed-in/session-check-frame.tsx";

/** People who are signed out, or have not passed the second step, do that first and return. */
export function ConsentScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get("authorization_id") ?? "";
  const signInPath = signInForConsentPath(id);
  useDocumentTitle("Connect an app?");

  switch (session.kind) {
    case "checking":
      return <SessionCheckFrame />;
    case "failed":
      return <SessionCheckFrame onRetry={checkSession} />;
    case "signed_out":
    case "second_step":
      return <Navigate to={signInPath} replace />;
    case "signed_in":
      return (
        <AuthLayout>
          <ConnectionRequest
            id={id}
            onSignInAgain={() => {
              void signOut();
              void navigate(signInPath, { replace: true });
            }}
          />
        </AuthLayout>
      );
  }
}
