import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { changePassword } from "#web/client/auth.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { notifySuccess } from "#web/ui/toast.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { passwordField } from "./credentials.ts";
import { SubmitButton } from "./submit-button.tsx";
import { sayFirstError, sayRefusal } from "./validation-toast.ts";

const newPasswordSchema = z.object({ password: passwordField });

/** The end of a recovery: whoever followed the link or typed the code chooses a new password. */
export function NewPasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ password }) => {
      try {
        await changePassword(password);
        notifySuccess("Password changed", "Other devices have been signed out.");
        onDone();
      } catch (error) {
        sayRefusal(form, "password", error);
      }
    },
    (faults) => sayFirstError(faults, ["password"]),
  );

  return (
    <>
      <AuthHeading title="Choose a new password">
        For <span className="strong wrap-anywhere">{email}</span>
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        {/* tells a password manager whose password this is */}
        <input
          className="sr-only"
          type="text"
          autoComplete="username"
          value={email}
          readOnly
          hidden
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <SubmitButton busy={isSubmitting}>Save password</SubmitButton>
      </form>
    </>
  );
}
