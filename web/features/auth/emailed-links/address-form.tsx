import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { useCaptcha } from "../captcha/use-captcha.tsx";
import { emailField } from "../credentials.ts";
import { SubmitButton } from "../submit-button.tsx";
import { submitOf } from "../validation-toast.ts";

const addressSchema = z.object({ email: emailField });

/** Asks for the address that something is emailed to. Never reveals whether an account has it. */
export function AddressForm({
  title,
  children,
  initialEmail,
  send,
  onSent,
  onBack,
}: {
  title: string;
  children: ReactNode;
  initialEmail: string;
  /** Sends it, with the token of a captcha if this server requires one. */
  send: (email: string, captchaToken: string | undefined) => Promise<void>;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(addressSchema),
    defaultValues: { email: initialEmail },
  });
  const { errors, isSubmitting } = form.formState;
  const captcha = useCaptcha();

  const submit = submitOf(form, async ({ email }) => {
    await captcha.spend((token) => send(email, token));
    onSent(email);
  });

  return (
    <>
      <AuthHeading title={title}>{children}</AuthHeading>
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
