import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { type CheckoutKind, checkoutKinds } from "#contract/billing/billing.ts";
import { errorMessage } from "#contract/errors.ts";
import { checkoutStartPath, consentPath, paths } from "#contract/paths.ts";
import {
  checkSession,
  readLinkOutcome,
  renewSession,
  type Session,
  signOut,
} from "#web/client/auth/auth.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { useConfig } from "#web/client/use-config.ts";
import { AuthHeading } from "#web/features/auth/auth-heading.tsx";
import { useReloadForCaptcha } from "#web/features/auth/captcha/use-captcha.tsx";
import { AddressForm } from "#web/features/auth/emailed-links/address-form.tsx";
import { EmailedCodeForm } from "#web/features/auth/emailed-links/emailed-code-form.tsx";
import { NewPasswordForm } from "#web/features/auth/passwords/new-password-form.tsx";
import { SecondStepForm } from "#web/features/auth/second-steps/second-step-form.tsx";
import {
  CredentialsForm,
  notifyWelcomeBack,
} from "#web/features/auth/sign-in/credentials-form.tsx";
import { ContinueToCheckout } from "#web/features/billing/continue-to-checkout.tsx";
import { AuthLayout } from "#web/shell/auth-layout.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import {
  isFailure,
  linkFailureMessages,
  useLinkOutcomeShown,
  useLinkOutcomeToast,
} from "#web/shell/link-outcome.ts";
import { SessionCheckFrame } from "#web/shell/signed-in/session-check-frame.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";

/** What /auth shows to people who are not signed in. The steps of {@link stepsByMode} are addresses: `?mode=`. */
type AuthStep =
  | "sign_in"
  | "sign_up"
  | "new_password"
  | "link_followed"
  | "signed_out_everywhere"
  | InnerStep;
/** Kept in the history's entry, so that a phone that reloads the page still asks for the emailed code. */
const innerSteps = [
  "confirm_address",
  "recovery",
  "recovery_again",
  "code",
  "link",
  "link_code",
] as const;
type InnerStep = (typeof innerSteps)[number];

interface InnerState {
  step: InnerStep;
  email: string;
}

const stepsByMode: Record<string, AuthStep> = {
  signup: "sign_up",
  recovery: "recovery",
  "new-password": "new_password",
  link: "link_followed",
  "signed-out": "signed_out_everywhere",
};

const titles: Record<AuthStep, string> = {
  sign_in: "Welcome back",
  sign_up: "Get started",
  confirm_address: "Check your email",
  recovery: "Forgot password?",
  recovery_again: "Forgot password?",
  code: "Check your email",
  new_password: "This link can't be used",
  link: "Sign in by email",
  link_code: "Check your email",
  link_followed: "Sign in by email",
  signed_out_everywhere: "Everyone is signed out",
};

/** Signed-in owners continue to their circles, or to the checkout given in the address. */
export function AuthScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const location = useLocation();
  const inner = readInnerState(location.state);
  const [typedEmail, setTypedEmail] = useState("");
  const email = inner?.email ?? typedEmail;
  const [isRecovered, setRecovered] = useState(false);
  const stepOfAddress = stepsByMode[search.get("mode") ?? ""];
  const step = inner?.step ?? stepOfAddress ?? "sign_in";
  const linkOutcome = readLinkOutcome();
  // A typed code signs in before the address says what comes next, and so does a link, wherever it leads. Starting
  // again takes a moment, because it signs out.
  const isRecovering =
    isRecovered ||
    stepOfAddress === "new_password" ||
    step === "code" ||
    step === "recovery_again" ||
    linkOutcome === "new_password";
  const wanted = checkoutKinds.find((kind) => kind === search.get("checkout"));
  const authorizationId = search.get("authorization_id") ?? undefined;
  const destination = { checkout: wanted, authorization_id: authorizationId };
  const onward =
    wanted !== undefined
      ? checkoutStartPath(wanted)
      : authorizationId !== undefined
        ? consentPath(authorizationId)
        : paths.circles;
  const newPasswordPath = authPath("new-password", destination);
  const linkPath = authPath("link", destination);
  // Sign-up counts as open until the server says otherwise, which is rare.
  const signUp = useConfig().data?.sign_up ?? "open";
  // The reader of the email about a sign-in may have been signed in here.
  const isRenewing = useRenewal(step === "signed_out_everywhere", session);

  // This also holds after a reload, because passing the second step ends the password.
  if (session.kind === "second_step" && session.isRecovery && !isRecovered) setRecovered(true);

  useDocumentTitle(findTitle(session.kind, step));
  useReloadForCaptcha();
  // A link that failed is explained on the page.
  useLinkOutcomeToast(session.kind !== "checking" && step !== "link_followed");
  useSignInFirst(wanted !== undefined && session.kind === "signed_out");

  function goTo(mode: "signin" | "signup") {
    void navigate(authPath(mode === "signin" ? undefined : mode, destination));
  }

  const toSignIn = () => goTo("signin");
  const common = { signUp, onBack: toSignIn };

  function goInside(next: InnerStep, address: string) {
    setTypedEmail(address);
    const state: InnerState = { step: next, email: address };
    void navigate(authPath(search.get("mode") ?? undefined, destination), { state });
  }

  /** The step stays until the session exists: without it, the page would say that a link can't be used. */
  function goToNewPassword() {
    void navigate(newPasswordPath, { replace: true, state: location.state });
  }

  if (isRenewing) return <SessionCheckFrame />;
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
        if (wanted === undefined) return <Navigate to={onward} replace />;
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
        if (step === "sign_up" && signUp === "off") {
          return <SignUpClosed onBack={toSignIn} />;
        }
        return (
          <CredentialsForm
            mode={step}
            initialEmail={email}
            onward={onward}
            signInLine={
              authorizationId === undefined
                ? undefined
                : "Sign in to respond to an app that wants to read part of your account"
            }
            onToggle={() => goTo(step === "sign_in" ? "signup" : "signin")}
            onForgot={(address) => goInside("recovery", address)}
            onLink={(address) => goInside("link", address)}
            isSignUpOff={signUp === "off"}
            onConfirmationNeeded={(address) => goInside("confirm_address", address)}
          />
        );
      case "confirm_address":
        return (
          <EmailedCodeForm
            key={step}
            purpose="confirm_address"
            email={email}
            onward={onward}
            {...common}
            onVerified={() => {
              setRecovered(true);
              goToNewPassword();
            }}
          />
        );
      case "link_followed":
        if (isFailure(linkOutcome)) {
          return (
            <FailedLink
              line={`${signInLinkFailures[linkOutcome] ?? linkFailureMessages[linkOutcome]}. Request a new email, then follow its link or type its code here.`}
              onAgain={() => goInside("link", email)}
              onBack={toSignIn}
            />
          );
        }
        return signInLinkForm();
      case "link":
        return signInLinkForm();
      case "link_code":
        return (
          <EmailedCodeForm
            key={step}
            purpose="sign_in"
            email={email}
            {...common}
            onward={linkPath}
            onVerified={({ kind }) => {
              if (kind === "signed_in") notifyWelcomeBack();
            }}
          />
        );
      case "signed_out_everywhere":
      case "recovery":
      case "recovery_again":
        return (
          <AddressForm
            key={step}
            purpose={step === "signed_out_everywhere" ? step : "recovery"}
            {...common}
            initialEmail={email}
            onward={newPasswordPath}
            onSent={(address) => goInside("code", address)}
          />
        );
      case "code":
        return (
          <EmailedCodeForm
            key={step}
            purpose="recovery"
            email={email}
            {...common}
            onward={newPasswordPath}
            onVerified={goToNewPassword}
          />
        );
      case "new_password":
        return (
          <FailedLink
            line={`${linkFailureMessages[isFailure(linkOutcome) ? linkOutcome : "expired"]}. Request a new email, then follow its link or type its code here.`}
            onAgain={() => goInside("recovery", email)}
            onBack={toSignIn}
          />
        );
    }
  }

  function signInLinkForm() {
    return (
      <AddressForm
        key={step}
        purpose="sign_in"
        {...common}
        initialEmail={email}
        onward={linkPath}
        onSent={(address) => goInside("link_code", address)}
      />
    );
  }
}

function readInnerState(state: unknown): InnerState | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const { step, email } = state as Partial<Record<keyof InnerState, unknown>>;
  const known = innerSteps.find((inner) => inner === step);
  return known === undefined || typeof email !== "string" ? undefined : { step: known, email };
}

const signInLinkFailures: Partial<typeof linkFailureMessages> = {
  other_browser:
    "It works only in the browser where you asked for it, but its code can be typed there as well",
};

function FailedLink({
  line,
  onAgain,
  onBack,
}: {
  line: string;
  onAgain: () => void;
  onBack: () => void;
}) {
  useLinkOutcomeShown();
  return (
    <>
      <AuthHeading title="This link can't be used">{line}</AuthHeading>
      <Button kind="primary" size="field" className="btn-block" onClick={onAgain}>
        Request a new email
      </Button>
      <Button kind="quiet" className="btn-flush btn-start btn-underlined" onClick={onBack}>
        Back to sign in
      </Button>
    </>
  );
}

function SignUpClosed({ onBack }: { onBack: () => void }) {
  return (
    <>
      <AuthHeading title="Sign-up is closed">
        New accounts can't be created on this server. If you have one, sign in.
      </AuthHeading>
      <Button kind="primary" size="field" className="btn-block" onClick={onBack}>
        Sign in
      </Button>
    </>
  );
}

/** Asks the server once whether the session of this browser still exists. @returns whether that is in progress */
function useRenewal(isWanted: boolean, { kind }: Session): boolean {
  const [isDone, setDone] = useState(false);
  const isRenewing = isWanted && !isDone && (kind === "signed_in" || kind === "second_step");
  useEffect(() => {
    if (isRenewing) void renewSession().finally(() => setDone(true));
  }, [isRenewing]);
  return isRenewing;
}

interface Destination {
  checkout: CheckoutKind | undefined;
  authorization_id: string | undefined;
}

/** It contains the destination after signing in, so that neither a step nor an email loses it. */
function authPath(mode: string | undefined, destination: Destination): string {
  const { checkout, authorization_id } = destination;
  const query = new URLSearchParams({
    ...(mode !== undefined && { mode }),
    ...(checkout !== undefined && { checkout }),
    ...(authorization_id !== undefined && { authorization_id }),
  });
  return query.size === 0 ? paths.auth : `${paths.auth}?${query}`;
}

/** Explains why someone who wanted to pay has to sign in first. */
function useSignInFirst(isAsked: boolean): void {
  useEffect(() => {
    if (isAsked) notifyError(errorMessage("signed_out"));
  }, [isAsked]);
}

function findTitle(session: Session["kind"], step: AuthStep): string {
  if (session === "second_step") return "One more step";
  return session === "signed_in" ? "Choose a new password" : titles[step];
}
