import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { changePassword } from "#web/client/auth.ts";
import { isCurrentPasswordError, missingCurrentPassword } from "#web/client/current-password.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { passwordField } from "./credentials.ts";
import { showRequestError, submitOf } from "./validation-toast.ts";

const changeSchema = z.object({
  current: z.string().min(1, missingCurrentPassword),
  password: passwordField,
});

/** Changes the password of someone who knows the current one; every other session ends. */
export function ChangePasswordForm({ email }: { email: string }) {
  const queries = useQueryClient();
  const form = useForm({
    resolver: zodResolver(changeSchema),
    defaultValues: { current: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = submitOf(
    form,
    async ({ current, password }) => {
      await changePassword(password, current);
      form.reset();
      notifySuccess("Password changed", "Other devices have been signed out.");
      await queries.invalidateQueries({ queryKey: queryKeys.sessions });
    },
    (error) =>
      showRequestError(form, isCurrentPasswordError(error) ? "current" : "password", error),
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit} aria-labelledby="password">
      <h3 className="subhead" id="password" tabIndex={-1}>
        Password
      </h3>
      {/* tells a password manager whose password this is */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        hint="If you have forgotten it, sign out and choose “Forgot password?”."
        autoComplete="current-password"
        error={errors.current?.message}
        {...form.register("current")}
      />
      <PasswordField
        label="New password"
        hint="At least 6 characters"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <p>
        <Button type="submit" className="fill-small" busy={isSubmitting} busyLabel="Saving...">
          Change password
        </Button>
      </p>
    </form>
  );
}
