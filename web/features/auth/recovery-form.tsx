import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { sendRecovery } from "#web/client/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { AuthHeading } from "./auth-heading.tsx";
import { useCaptcha } from "./captcha/use-captcha.tsx";
import { emailField } from "./credentials.ts";
import { SubmitButton } from "./submit-button.tsx";
import { submitOf } from "./validation-toast.ts";

const recoverySchema = z.object({ email: emailField });

/** Asks for the address that a link and a code are emailed to. Never reveals whether an account has it. */
export function RecoveryForm({
  initialEmail,
  onward,
  onSent,
  onBack,
}: {
  initialEmail: string;
  /** Where the emailed link leads. */
  onward: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(recoverySchema),
    defaultValues: { email: initialEmail },
  });
  const { errors, isSubmitting } = form.formState;
  const captcha = useCaptcha();

  const submit = submitOf(form, async ({ email }) => {
    await captcha.spend((token) => sendRecovery(email, onward, token));
    onSent(email);
  });

  return (
    <>
      <AuthHeading title="Forgot password?">
        Enter your email address, and we'll send you a link and a code to choose a new password.
      </AuthHeading>
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
