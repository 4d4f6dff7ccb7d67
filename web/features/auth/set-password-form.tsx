import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { changePassword } from "#web/client/auth.ts";
import { authCode } from "#web/client/auth-code.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { passwordField } from "./credentials.ts";
import { showRequestError, submitOf } from "./validation-toast.ts";

const passwordSchema = z.object({ password: passwordField });

const tooLate = `You signed in more than ${limits.freshSignInMinutes} minutes ago. Sign out and in again, then set a password.`;

/** Sets the first password of an account that is signed in to in other ways; every other session ends. */
export function SetPasswordForm({ email }: { email: string }) {
  const queries = useQueryClient();
  const form = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = submitOf(
    form,
    async ({ password }) => {
      await changePassword(password);
      notifySuccess("Password set", "Other devices have been signed out.");
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.account }),
        queries.invalidateQueries({ queryKey: queryKeys.sessions }),
      ]);
      // This form makes way for the one that changes the password.
      requestAnimationFrame(() => document.getElementById("password")?.focus());
    },
    (error) => {
      const isLate = authCode(error) === "reauthentication_needed";
      showRequestError(form, "password", error, isLate ? tooLate : undefined);
    },
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit} aria-labelledby="password">
      <div className="stack g3">
        <h3 className="subhead" id="password" tabIndex={-1}>
          Set a password
        </h3>
        <p className="ink-2">
          Your account has no password yet. With one, you can also sign in with your email address.
        </p>
      </div>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        hint="At least 6 characters"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <p>
        <Button type="submit" className="fill-small" busy={isSubmitting} busyLabel="Saving...">
          Set password
        </Button>
      </p>
    </form>
  );
}
