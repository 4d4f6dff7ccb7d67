import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { sendRecovery, verifyRecoveryCode } from "#web/client/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { authMessage } from "./auth-message.ts";
import { CodeField } from "./code-field.tsx";
import { codeSchema } from "./credentials.ts";
import { SubmitButton } from "./submit-button.tsx";
import { notifyFirstError, showRequestError } from "./validation-toast.ts";

/** Takes the six digits from the recovery email, for people whose link opens in another browser. */
export function RecoveryCodeForm({
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

  const submit = form.handleSubmit(
    async ({ code }) => {
      try {
        await verifyRecoveryCode(email, code);
        onVerified();
      } catch (error) {
        showRequestError(form, "code", error);
      }
    },
    (fieldErrors) => notifyFirstError(fieldErrors, ["code"]),
  );

  async function sendAgain() {
    try {
      await sendRecovery(email, onward);
      notifySuccess("Sent again", `Look for it at ${email}.`);
    } catch (error) {
      notifyError("Error", authMessage(error));
    }
  }

  return (
    <>
      <AuthHeading title="Check your mail">
        If <span className="strong wrap-anywhere">{email}</span> has an account, a mail is on its
        way. Follow its link, or type its code here.
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <CodeField
          hint="6 digits, from the mail"
          error={errors.code?.message}
          {...form.register("code")}
        />
        <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
      </form>
      <div className="stack start">
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={sendAgain}>
          Send it again
        </Button>
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </>
  );
}
