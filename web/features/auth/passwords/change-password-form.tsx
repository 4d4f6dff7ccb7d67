import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { changePassword, changePasswordByCode, sendPasswordCode } from "#web/client/auth/auth.ts";
import { authCode } from "#web/client/auth/auth-code.ts";
import {
  isCurrentPasswordError,
  missingCurrentPassword,
} from "#web/client/auth/current-password.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { codeSchema, passwordField } from "../credentials.ts";
import { createSubmit, showRequestError } from "../validation-toast.ts";

const byPasswordSchema = z.object({
  current: z.string().min(1, missingCurrentPassword),
  password: passwordField,
});
const byCodeSchema = codeSchema.extend({ password: passwordField });

const wrongCodeMessage = "This code is wrong or has expired. Type the newest one, or send another.";

export function ChangePasswordForm({
  email,
  hasPassword,
}: {
  email: string;
  hasPassword: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isByCode, setByCode] = useState(false);
  const [isSending, setSending] = useState(false);

  async function askForCode() {
    setSending(true);
    try {
      await sendPasswordCode();
      setByCode(true);
    } catch (error) {
      notifyError("Error", authMessage(error));
    } finally {
      setSending(false);
    }
  }

  function leaveCode() {
    setByCode(false);
    heading.current?.focus();
  }

  const askButton = (
    <Button
      kind={hasPassword ? "quiet" : "outline"}
      className={hasPassword ? "btn-flush btn-start btn-underlined" : "fill-small"}
      busy={isSending}
      busyLabel="Sending..."
      onClick={askForCode}
    >
      {hasPassword ? "Email me a code instead" : "Email me a code to choose one"}
    </Button>
  );

  return (
    <div className="stack g6">
      <h3 className="subhead" id="password" tabIndex={-1} ref={heading}>
        Password
      </h3>
      {isByCode ? (
        <ByCode email={email} onDone={leaveCode} onBack={leaveCode} />
      ) : hasPassword ? (
        <ByPassword email={email}>{askButton}</ByPassword>
      ) : (
        <>
          <p className="ink-2 reading">
            Your account has no password. You can sign in by email, or choose one.
          </p>
          <p>{askButton}</p>
        </>
      )}
    </div>
  );
}

function ByPassword({ email, children }: { email: string; children: ReactNode }) {
  const finish = useFinish();
  const form = useForm({
    resolver: zodResolver(byPasswordSchema),
    defaultValues: { current: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = createSubmit(
    form,
    async ({ current, password }) => {
      await changePassword(password, current);
      form.reset();
      await finish();
    },
    (error) =>
      showRequestError(form, isCurrentPasswordError(error) ? "current" : "password", error),
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit} aria-labelledby="password">
      <PasswordOwner email={email} />
      <div className="stack g2">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...form.register("current")}
        />
        {children}
      </div>
      <NewPasswordField error={errors.password?.message} {...form.register("password")} />
      <p>
        <Button type="submit" className="fill-small" busy={isSubmitting} busyLabel="Saving...">
          Change password
        </Button>
      </p>
    </form>
  );
}

function ByCode({
  email,
  onDone,
  onBack,
}: {
  email: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const finish = useFinish();
  const form = useForm({
    resolver: zodResolver(byCodeSchema),
    defaultValues: { code: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The button that was clicked is gone, so the focus moves to the field.
  useEffect(() => setFocus("code"), [setFocus]);

  const submit = createSubmit(
    form,
    async ({ code, password }) => {
      await changePasswordByCode(password, code);
      await finish();
      onDone();
    },
    (error) => {
      const isWrongCode = authCode(error) === "reauthentication_not_valid";
      if (isWrongCode) showRequestError(form, "code", error, wrongCodeMessage);
      else showRequestError(form, "password", error);
    },
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit} aria-labelledby="password">
      <PasswordOwner email={email} />
      <div className="stack g2">
        <CodeField
          hint={`6 digits, emailed to ${email}. The code works only here, for 10 minutes.`}
          error={errors.code?.message}
          {...form.register("code")}
        />
        <SendAgainButton
          kind="quiet"
          className="btn-flush btn-start btn-underlined"
          sentTo={email}
          send={sendPasswordCode}
          formatError={authMessage}
        >
          Send it again
        </SendAgainButton>
      </div>
      <NewPasswordField error={errors.password?.message} {...form.register("password")} />
      <div className="row g4">
        <Button type="submit" className="fill-small" busy={isSubmitting} busyLabel="Saving...">
          Save password
        </Button>
        <Button kind="quiet" className="fill-small" onClick={onBack}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Tells a password manager whose password this is. */
function PasswordOwner({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}

function NewPasswordField(props: Partial<ComponentProps<typeof PasswordField>>) {
  return (
    <PasswordField
      label="New password"
      hint="At least 6 characters"
      autoComplete="new-password"
      {...props}
    />
  );
}

function useFinish() {
  const queries = useQueryClient();
  return async () => {
    notifySuccess("Password changed", "Other devices have been signed out.");
    await queries.invalidateQueries({ queryKey: queryKeys.sessions });
    await queries.invalidateQueries({ queryKey: queryKeys.account });
  };
}
