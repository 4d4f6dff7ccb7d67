import { type ReactNode, useRef, useState } from "react";
import type { Account } from "#contract/account.ts";
import { errorMessage } from "#contract/errors.ts";
import { ApiError } from "#web/client/api.ts";
import { formatErrorMessage } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";

export function DeleteAccount({
  account,
  onDeleted,
  children,
}: {
  account: Account;
  onDeleted: () => Promise<void>;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState("");
  const passwordField = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<{ of?: "password"; message: string }>();

  function changeOpen(next: boolean) {
    setOpen(next);
    setPassword("");
    setError(undefined);
  }

  async function erase() {
    setBusy(true);
    setError(undefined);
    try {
      await callOwnerApi("DELETE /api/account", {
        body: { email: account.email, ...(account.has_password && { password }) },
      });
      await onDeleted();
    } catch (error) {
      const message = formatErrorMessage(error, "Your account could not be deleted.");
      const isPassword = error instanceof ApiError && error.code === "account_password_wrong";
      setError(isPassword ? { of: "password", message } : { message });
      notifyError("Error", message);
      setBusy(false);
      if (isPassword) passwordField.current?.focus();
    }
  }

  return (
    <div className="stack g3">
      <h3 className="subhead">Delete my account</h3>
      <p className="ink-2">
        Erases everything for good, including every reflection. Links you have sent stop working.
      </p>
      {children}
      <p>
        <Button className="fill-small" onClick={() => changeOpen(true)}>
          Delete my account
        </Button>
      </p>
      <ConfirmDialog
        open={open}
        onOpenChange={changeOpen}
        title="Delete your account?"
        description="This can't be undone. You may want to download everything first."
        confirmLabel="Delete for good"
        isDeletion
        busyLabel="Deleting..."
        cancelLabel="Keep my account"
        busy={busy}
        error={error?.of === undefined ? error?.message : undefined}
        typed={{
          label: "Your email address",
          hint: account.email,
          expectedText: account.email,
          error: errorMessage("account_email_differs"),
        }}
        onConfirm={erase}
      >
        {account.has_password && (
          <PasswordField
            ref={passwordField}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={error?.of === "password" ? error.message : undefined}
          />
        )}
      </ConfirmDialog>
    </div>
  );
}
