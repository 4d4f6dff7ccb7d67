import { useEffect, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { type CheckoutKind, checkoutKinds } from "#contract/billing/billing.ts";
import { errorMessage } from "#contract/errors.ts";
import { checkoutStartPath, paths } from "#contract/paths.ts";
import { checkSession, readLinkOutcome, type Session, signOut } from "#web/client/auth.ts";
import { useSession } from "#web/client/use-session.ts";
import { AuthHeading } from "#web/features/auth/auth-heading.tsx";
import { ConfirmAddress } from "#web/features/auth/confirm-address.tsx";
import { CredentialsForm, notifyWelcomeBack } from "#web/features/auth/credentials-form.tsx";
import { NewPasswordForm } from "#web/features/auth/new-password-form.tsx";
import { RecoveryEmailCodeForm } from "#web/features/auth/recovery-email-code-form.tsx";
import { RecoveryForm } from "#web/features/auth/recovery-form.tsx";
import { SecondStepForm } from "#web/features/auth/second-step-form.tsx";
import { ContinueToCheckout } from "#web/features/billing/continue-to-checkout.tsx";
import { AuthLayout } from "#web/shell/auth-layout.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { isFailure, linkFailureMessages, useLinkOutcomeToast } from "#web/shell/link-outcome.ts";
import { SessionCheckFrame } from "#web/shell/signed-in/session-check-frame.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";

/** What /auth shows to people who are not signed in. The steps of {@link stepsByMode} are addresses: `?mode=`. */
type AuthStep = "sign_in" | "sign_up" | "new_password" | InnerStep;
/** Steps that depend on what was typed before them. */
type InnerStep = "confirm_address" | "recovery" | "recovery_again" | "code";

const stepsByMode: Record<string, AuthStep> = {
  signup: "sign_up",
  recovery: "recovery",
  "new-password": "new_password",
};

const titles: Record<AuthStep, string> = {
  sign_in: "Welcome back",
  sign_up: "Get started",
  confirm_address: "Check your email",
  recovery: "Forgot password?",
  recovery_again: "Forgot password?",
  code: "Check your email",
  new_password: "This link can't be used",
};

/**
 * /auth: two fields and a button, and the alternatives. Signed-in owners continue to their circles, or to the checkout
 * given in the address.
 */
export function AuthScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // A reload starts over.
  const [inner, setInner] = useState<InnerStep>();
  const [email, setEmail] = useState("");
  const [isRecovered, setRecovered] = useState(false);
  const step = inner ?? stepsByMode[search.get("mode") ?? ""] ?? "sign_in";
  const linkOutcome = readLinkOutcome();
  // The typed code signs in before the address says what comes next, and so does a link, wherever it leads; starting
  // again takes a moment to sign out.
  const isRecovering =
    isRecovered ||
    step === "new_password" ||
    step === "code" ||
    step === "recovery_again" ||
    linkOutcome === "new_password";
  const wanted = checkoutKinds.find((kind) => kind === search.get("checkout"));
  const onward = wanted === undefined ? paths.circles : checkoutStartPath(wanted);
  const newPasswordPath = authAddress("new-password", wanted);

  // Also after a reload: passing the second step ends the password.
  if (session.kind === "second_step" && session.isRecovery && !isRecovered) setRecovered(true);

  useDocumentTitle(titleOf(session.kind, step));
  useLinkOutcomeToast(session.kind !== "checking");
  useSignInFirst(wanted !== undefined && session.kind === "signed_out");

  function goTo(mode: "signin" | "signup") {
    setInner(undefined);
    void navigate(authAddress(mode === "signin" ? undefined : mode, wanted), { replace: true });
  }

  function goInside(next: InnerStep, address: string) {
    setEmail(address);
    setInner(next);
  }

  switch (session.kind) {
    case "checking":
      return <SessionCheckFrame />;
    case "failed":
      return <SessionCheckFrame onRetry={checkSession} />;
    case "second_step":
      return (
        <AuthLayout>
          <SecondStepForm
            email={session.person.email}
            onDone={() => {
              if (!isRecovering) notifyWelcomeBack();
            }}
          />
        </AuthLayout>
      );
    case "signed_in":
      if (!isRecovering || isFailure(linkOutcome)) {
        if (wanted === undefined) return <Navigate to={paths.circles} replace />;
        return (
          <AuthLayout>
            <ContinueToCheckout kind={wanted} />
          </AuthLayout>
        );
      }
      return (
        <AuthLayout>
          <NewPasswordForm
            email={session.person.email}
            onDone={() => void navigate(onward, { replace: true })}
            onTooLate={() => {
              goInside("recovery_again", session.person.email);
              void signOut();
            }}
          />
        </AuthLayout>
      );
    case "signed_out":
      return <AuthLayout>{signedOut()}</AuthLayout>;
  }

  function signedOut() {
    switch (step) {
      case "sign_in":
      case "sign_up":
        return (
          <CredentialsForm
            mode={step}
            initialEmail={email}
            onward={onward}
            onToggle={() => goTo(step === "sign_in" ? "signup" : "signin")}
            onForgot={(address) => goInside("recovery", address)}
            onConfirmationNeeded={(address) => goInside("confirm_address", address)}
          />
        );
      case "confirm_address":
        return <ConfirmAddress email={email} onward={onward} onBack={() => goTo("signin")} />;
      case "recovery":
      case "recovery_again":
        return (
          <RecoveryForm
            initialEmail={email}
            onward={newPasswordPath}
            onSent={(address) => goInside("code", address)}
            onBack={() => goTo("signin")}
          />
        );
      case "code":
        return (
          <RecoveryEmailCodeForm
            email={email}
            onward={newPasswordPath}
            // `inner` stays: without it the address would have to change before the session exists
            onVerified={() => void navigate(newPasswordPath, { replace: true })}
            onBack={() => goTo("signin")}
          />
        );
      case "new_password":
        return (
          <>
            <AuthHeading title="This link can't be used">
              {linkFailureMessages[isFailure(linkOutcome) ? linkOutcome : "expired"]}. Request a new
              email, then follow its link or type its code here.
            </AuthHeading>
            <Button
              kind="primary"
              size="field"
              className="btn-block"
              onClick={() => goInside("recovery", email)}
            >
              Request a new email
            </Button>
            <Button
              kind="quiet"
              className="btn-flush btn-start btn-underlined"
              onClick={() => goTo("signin")}
            >
              Back to sign in
            </Button>
          </>
        );
    }
  }
}

/** The destination after signing in stays in the address, so that neither a step nor an email loses it. */
function authAddress(mode: string | undefined, wanted: CheckoutKind | undefined): string {
  const query = new URLSearchParams({
    ...(mode !== undefined && { mode }),
    ...(wanted !== undefined && { checkout: wanted }),
  });
  return query.size === 0 ? paths.auth : `${paths.auth}?${query}`;
}

/** Explains why someone who wanted to pay has to sign in first. */
function useSignInFirst(isAsked: boolean): void {
  useEffect(() => {
    if (isAsked) notifyError(errorMessage("signed_out"));
  }, [isAsked]);
}

function titleOf(session: Session["kind"], step: AuthStep): string {
  if (session === "second_step") return "One more step";
  return session === "signed_in" ? "Choose a new password" : titles[step];
}
