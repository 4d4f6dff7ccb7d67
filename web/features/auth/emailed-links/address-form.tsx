import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { SignUpMode } from "#contract/config.ts";
import { sendRecovery, sendSignInLink } from "#web/client/auth/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { useCaptcha } from "../captcha/use-captcha.tsx";
import { emailField } from "../credentials.ts";
import { SubmitButton } from "../submit-buttons.tsx";
import { createSubmit } from "../validation-toast.ts";

const addressSchema = z.object({ email: emailField });

const purposes = {
  recovery: {
    title: "Forgot password?",
    line: () =>
      "Enter your email address, and we'll send you a link and a code to choose a new password.",
    send: sendRecovery,
  },
  /** For an owner who has just ended every session, because one was not theirs. */
  signed_out_everywhere: {
    title: "Everyone is signed out",
    line: () =>
      "Your old password, passkeys and connected accounts no longer work. Enter your email address, and we'll send you a link and a code to choose a new one.",
    send: sendRecovery,
  },
  sign_in: {
    title: "Sign in by email",
    line: (signUp: SignUpMode) =>
      `Enter your email address, and we'll send you a link and a code to sign in. You need no password${signUp === "open" ? ", and no account yet" : ""}.`,
    send: sendSignInLink,
  },
};

/** Asks for the address that something is emailed to. Never reveals whether an account has it. */
export function AddressForm({
  purpose,
  signUp,
  initialEmail,
  onward,
  onSent,
  onBack,
}: {
  purpose: keyof typeof purposes;
  signUp: SignUpMode;
  initialEmail: string;
  onward: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(addressSchema),
    defaultValues: { email: initialEmail },
  });
  const { errors, isSubmitting } = form.formState;
  const captcha = useCaptcha();
  const { title, line, send } = purposes[purpose];

  const submit = createSubmit(form, async ({ email }) => {
    await captcha.spend((token) => send(email, onward, token));
    onSent(email);
  });

  return (
    <>
      <AuthHeading title={title}>{line(signUp)}</AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <EmailField error={errors.email?.message} {...form.register("email")} />
        {captcha.widget}
        <SubmitButton busy={isSubmitting}>Send email</SubmitButton>
      </form>
      <Button kind="quiet" className="btn-flush btn-start btn-underlined" onClick={onBack}>
        Back to sign in
      </Button>
    </>
  );
}
