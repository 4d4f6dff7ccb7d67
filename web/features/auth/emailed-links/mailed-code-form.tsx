import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#web/ui/buttons/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { authMessage } from "../auth-message.ts";
import { useCaptcha } from "../captcha/use-captcha.tsx";
import { codeSchema } from "../credentials.ts";
import { SubmitButton } from "../submit-button.tsx";
import { showRequestError, submitOf } from "../validation-toast.ts";

/** "Check your email": takes the six digits from an email, for people whose link opens in another browser. */
export function MailedCodeForm({
  email,
  hint = "6 digits, from the email",
  verify,
  sendAgain,
  onBack,
  children,
}: {
  email: string;
  hint?: string;
  /** Signs in with the code. */
  verify: (code: string) => Promise<void>;
  /** Sends the email again, with the token of a captcha if this server requires one. */
  sendAgain: (captchaToken: string | undefined) => Promise<void>;
  onBack: () => void;
  /** The sentence about what was sent, and to which address. */
  children: ReactNode;
}) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const captcha = useCaptcha();

  const submit = submitOf(
    form,
    ({ code }) => verify(code),
    (error) => showRequestError(form, "code", error),
  );

  return (
    <>
      <AuthHeading title="Check your email">{children}</AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <CodeField hint={hint} error={errors.code?.message} {...form.register("code")} />
        <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
      </form>
      {captcha.widget}
      <div className="stack start">
        <SendAgainButton
          kind="quiet"
          className="btn-flush btn-underlined"
          sentTo={email}
          send={() => captcha.spend((token) => sendAgain(token))}
          messageOf={authMessage}
        >
          Send it again
        </SendAgainButton>
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </>
  );
}

/** The address in the sentence about what was sent. */
export function SentTo({ children }: { children: string }) {
  return <span className="strong wrap-anywhere">{children}</span>;
}
