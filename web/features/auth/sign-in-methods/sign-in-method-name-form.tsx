import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { authMessage } from "../auth-message.ts";
import { SubmitOrCancel } from "../submit-buttons.tsx";
import { createSubmit, showRequestError } from "../validation-toast.ts";

export const methodName = z
  .string()
  .trim()
  .min(1, "Please give it a name")
  .max(120, "Please choose a name of at most 120 characters");
const nameSchema = z.object({ name: methodName });

export function SignInMethodNameForm({
  label,
  hint,
  initialName = "",
  submitLabel,
  busyLabel,
  formatError,
  email,
  onNamed,
  onCancel,
}: {
  label: string;
  hint?: string;
  initialName?: string;
  submitLabel: string;
  busyLabel: string;
  formatError: (error: unknown) => string;
  email?: string;
  /** May reject; the reason is shown at the field. */
  onNamed: (name: string, current: string | undefined) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({ resolver: zodResolver(nameSchema), defaultValues: { name: initialName } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);

  const password = useCurrentPassword(authMessage);
  const submit = createSubmit(
    form,
    async ({ name }) => {
      const outcome = await password.attempt((current) => onNamed(name, current));
      if (outcome.kind === "failed") throw outcome.error;
    },
    (error) => showRequestError(form, "name", error, formatError(error)),
  );

  return (
    <form className="stack g4" noValidate onSubmit={submit}>
      <InputField
        label={label}
        hint={hint}
        error={errors.name?.message}
        autoComplete="off"
        required
        {...form.register("name")}
      />
      {email !== undefined && password.isAsked && (
        <CurrentPasswordField email={email} {...password.field} />
      )}
      <SubmitOrCancel busy={isSubmitting} busyLabel={busyLabel} onCancel={onCancel}>
        {submitLabel}
      </SubmitOrCancel>
    </form>
  );
}
