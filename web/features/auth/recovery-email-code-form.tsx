import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { sendRecovery, verifyRecoveryEmailCode } from "#web/client/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { AuthHeading } from "./auth-heading.tsx";
import { authMessage } from "./auth-message.ts";
import { codeSchema } from "./credentials.ts";
import { SubmitButton } from "./submit-button.tsx";
import { showRequestError, submitOf } from "./validation-toast.ts";

/** Takes the six digits from the recovery email, for people whose link opens in another browser. */
export function RecoveryEmailCodeForm({
  email,
  onward,
  onVerified,
  onBack,
}: {
  email: string;
  /** Where the link in an email sent again leads. */
  onward: string;
  onVerified: () => void;
  onBack: () => void;
}) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = submitOf(
    form,
    async ({ code }) => {
      await verifyRecoveryEmailCode(email, code);
      onVerified();
    },
    (error) => showRequestError(form, "code", error),
  );

  return (
    <>
      <AuthHeading title="Check your email">
        If <span className="strong wrap-anywhere">{email}</span> has an account, an email is on its
        way. Follow its link, or type its code here.
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <CodeField
          hint="6 digits, from the email"
          error={errors.code?.message}
          {...form.register("code")}
        />
        <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
      </form>
      <div className="stack start">
        <SendAgainButton
          kind="quiet"
          className="btn-flush btn-underlined"
          sentTo={email}
          send={() => sendRecovery(email, onward)}
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
