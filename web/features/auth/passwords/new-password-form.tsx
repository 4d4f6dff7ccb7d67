import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { changePassword } from "#web/client/auth/auth.ts";
import { authCode } from "#web/client/auth/auth-code.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { AuthHeading } from "../auth-heading.tsx";
import { passwordField } from "../credentials.ts";
import { SubmitButton } from "../submit-buttons.tsx";
import { createSubmit, showRequestError } from "../validation-toast.ts";

const newPasswordSchema = z.object({ password: passwordField });

const expiredMessage = `You signed in more than ${limits.freshSignInMinutes} minutes ago. Request a new email to choose a password.`;
const expiredCodes = new Set(["current_password_required", "reauthentication_needed"]);

export function NewPasswordForm({
  email,
  onDone,
  onTooLate,
}: {
  email: string;
  onDone: () => void;
  onTooLate: () => void;
}) {
  const [isTooLate, setTooLate] = useState(false);
  const form = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = createSubmit(
    form,
    async ({ password }) => {
      await changePassword(password);
      notifySuccess("Password changed", "Other devices have been signed out.");
      onDone();
    },
    (error) => {
      const isLate = expiredCodes.has(authCode(error) ?? "");
      setTooLate(isLate);
      showRequestError(form, "password", error, isLate ? expiredMessage : undefined);
    },
  );

  return (
    <>
      <AuthHeading title="Choose a new password">
        For <span className="strong wrap-anywhere">{email}</span>
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        {/* tells a password manager whose password this is */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <SubmitButton busy={isSubmitting}>Save password</SubmitButton>
      </form>
      <p className="small ink-2">
        Your old password no longer works, and any passkeys were removed. In Settings you can see
        which ways to sign in are left, and add others.
      </p>
      {isTooLate && (
        <Button size="field" className="btn-block" onClick={onTooLate}>
          Request a new email
        </Button>
      )}
    </>
  );
}
