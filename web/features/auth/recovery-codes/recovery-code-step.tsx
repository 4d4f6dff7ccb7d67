import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { verifyRecoveryCode } from "#web/client/auth/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { recoveryCodeErrorMessage } from "../auth-message.ts";
import { recoveryCodeSchema } from "../credentials.ts";
import { SubmitButton } from "../submit-buttons.tsx";
import { createSubmit, showRequestError } from "../validation-toast.ts";

export function RecoveryCodeStep({
  email,
  onDone,
  onBack,
}: {
  email: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const form = useForm({ resolver: zodResolver(recoveryCodeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = createSubmit(
    form,
    async ({ code }) => {
      await verifyRecoveryCode(code);
      onDone();
    },
    (error) => showRequestError(form, "code", error, recoveryCodeErrorMessage(error)),
  );

  return (
    <>
      <AuthHeading title="Use a recovery code">
        Type one of the recovery codes that you stored for{" "}
        <span className="strong wrap-anywhere">{email}</span>. It works only once.
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <InputField
          label="Recovery code"
          hint="16 letters and digits, with or without hyphens"
          error={errors.code?.message}
          className="input num"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...form.register("code")}
        />
        <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
      </form>
      <Button kind="quiet" className="btn-flush btn-start btn-underlined" onClick={onBack}>
        Back to your second step
      </Button>
    </>
  );
}
