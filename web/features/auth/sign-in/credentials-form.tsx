import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { signIn, signUp } from "#web/client/auth/auth.ts";
import { authCode } from "#web/client/auth/auth-code.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { AuthHeading } from "../auth-heading.tsx";
import { authMessage } from "../auth-message.ts";
import { useCaptcha } from "../captcha/use-captcha.tsx";
import { type CredentialsMode, credentialsSchema } from "../credentials.ts";
import { useAuthSettings, useHasPasskeys } from "../hooks.ts";
import { PasskeySignIn } from "../passkeys/passkey-sign-in.tsx";
import { ProviderButtons } from "../providers/provider-buttons.tsx";
import { SubmitButton } from "../submit-buttons.tsx";
import { createSubmit, showRequestError } from "../validation-toast.ts";

const textsByMode = {
  sign_in: {
    title: "Welcome back",
    line: "Sign in to continue to your paralines",
    button: "Sign In",
    toggle: "Don't have an account? Sign up",
  },
  sign_up: {
    title: "Get started",
    line: "Create an account to start your first paraline",
    button: "Create Account",
    toggle: "Already have an account? Sign in",
  },
} as const;

/** The field that an error code is about. The error is also shown there, because a toast can be missed. */
const fieldsByRefusal: ReadonlyMap<string, "email" | "password"> = new Map([
  ["invalid_credentials", "password"],
  ["user_already_exists", "email"],
  ["weak_password", "password"],
]);

export function CredentialsForm({
  mode,
  initialEmail,
  onward,
  signInLine = textsByMode.sign_in.line,
  onToggle,
  onForgot,
  onLink,
  isSignUpOff,
  onConfirmationNeeded,
}: {
  mode: CredentialsMode;
  initialEmail: string;
  onward: string;
  signInLine?: string | undefined;
  onToggle: () => void;
  onForgot: (email: string) => void;
  onLink: (email: string) => void;
  isSignUpOff: boolean;
  onConfirmationNeeded: (email: string) => void;
}) {
  const form = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email: initialEmail, password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const captcha = useCaptcha();
  const modeTexts = textsByMode[mode];
  // The field is registered here rather than where it is rendered: the first to register is the first to get the focus.
  const emailField = form.register("email");
  const passwordField = form.register("password");

  const submit = createSubmit(
    form,
    ({ email, password }) =>
      mode === "sign_in" ? signInWithPassword(email, password) : start(email, password),
    (error) => {
      const field = fieldsByRefusal.get(authCode(error) ?? "");
      if (field === undefined) notifyError("Error", authMessage(error));
      else showRequestError(form, field, error);
    },
  );

  async function signInWithPassword(email: string, password: string) {
    try {
      const session = await captcha.spend((token) => signIn(email, password, token));
      if (session.kind === "signed_in") notifyWelcomeBack();
    } catch (error) {
      if (authCode(error) === "email_not_confirmed") onConfirmationNeeded(email);
      throw error;
    }
  }

  async function start(email: string, password: string) {
    const outcome = await captcha.spend((token) => signUp(email, password, onward, token));
    if (outcome === "confirm_address") onConfirmationNeeded(email);
    else notifySuccess("Account created!", "You've successfully signed up. Redirecting...");
  }

  function toggle() {
    form.reset({ email: form.getValues("email"), password: "" });
    onToggle();
  }

  return (
    <>
      <AuthHeading title={modeTexts.title}>
        {mode === "sign_in" ? signInLine : modeTexts.line}
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <EmailField
          autoComplete={mode === "sign_in" ? "username webauthn" : "email"}
          error={errors.email?.message}
          {...emailField}
        />
        <PasswordField
          autoComplete={mode === "sign_in" ? "current-password" : "new-password"}
          hint={mode === "sign_up" ? "At least 6 characters" : undefined}
          error={errors.password?.message}
          {...passwordField}
        />
        {captcha.widget}
        <SubmitButton busy={isSubmitting}>{modeTexts.button}</SubmitButton>
      </form>
      <div className="sign-in-links">
        {mode === "sign_in" && (
          <Button
            kind="quiet"
            className="btn-flush btn-underlined"
            onClick={() => onForgot(form.getValues("email"))}
          >
            Forgot password?
          </Button>
        )}
        <Button
          kind="quiet"
          className="btn-flush btn-underlined"
          onClick={() => onLink(form.getValues("email"))}
        >
          Email me a sign-in link
        </Button>
        {!isSignUpOff && (
          <Button kind="quiet" className="btn-flush btn-underlined" onClick={toggle}>
            {modeTexts.toggle}
          </Button>
        )}
      </div>
      {isSignUpOff && <p className="ink-2">New accounts can't be created on this server.</p>}
      <OtherWays mode={mode} onward={onward} />
    </>
  );
}

/** Last on the page, because they are not known before the server has answered, and nothing already shown may move. */
function OtherWays({ mode, onward }: { mode: CredentialsMode; onward: string }) {
  const hasProviders = (useAuthSettings().data?.providers ?? []).length > 0;
  const hasPasskeys = useHasPasskeys() && mode === "sign_in";
  if (!hasProviders && !hasPasskeys) return null;
  return (
    <div className="stack g3">
      <p className="provider-divider small ink-3">or</p>
      {hasPasskeys && <PasskeySignIn onDone={notifyWelcomeBack} />}
      <ProviderButtons onward={onward} />
    </div>
  );
}

export function notifyWelcomeBack(): void {
  notifySuccess("Welcome back!", "You've successfully signed in.");
}
