import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { SubmitOrCancel } from "../submit-buttons.tsx";
import { showRequestError, submitOf } from "../validation-toast.ts";

/** The name that an owner gives to a passkey or a second factor. */
export const methodName = z
  .string()
  .trim()
  .min(1, "Please give it a name")
  .max(120, "Please choose a name of at most 120 characters");
const nameSchema = z.object({ name: methodName });

/** Asks for the name of a passkey or a second factor. */
export function SignInMethodNameForm({
  label,
  hint,
  initialName = "",
  submitLabel,
  busyLabel,
  children,
  messageOf,
  onNamed,
  onCancel,
}: {
  label: string;
  hint?: string;
  initialName?: string;
  submitLabel: string;
  busyLabel: string;
  /** A further field. */
  children?: ReactNode;
  messageOf: (error: unknown) => string;
  /** May reject; the reason is shown at the field. */
  onNamed: (name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { name: initialName },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("name", { shouldSelect: true }), [setFocus]);

  const submit = submitOf(
    form,
    ({ name }) => onNamed(name),
    (error) => showRequestError(form, "name", error, messageOf(error)),
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
      {children}
      <SubmitOrCancel busy={isSubmitting} busyLabel={busyLabel} onCancel={onCancel}>
        {submitLabel}
      </SubmitOrCancel>
    </form>
  );
}
