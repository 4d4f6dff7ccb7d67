import { useState } from "react";
import { sendRecovery, signOut, signOutElsewhere } from "#web/client/auth/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";

/** What people can do here about an account that they sign in with at another server. */
export function SignInElsewhere({
  email,
  host,
  newPasswordPath,
}: {
  email: string;
  host: string;
  /** Where the emailed link leads. */
  newPasswordPath: string;
}) {
  const [busy, setBusy] = useState<"password" | "elsewhere">();

  async function run(
    action: "password" | "elsewhere",
    work: () => Promise<void>,
    [title, line]: [title: string, line: string],
  ) {
    setBusy(action);
    try {
      await work();
      notifySuccess(title, line);
    } catch (error) {
      notifyError("Error", authMessage(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <div className="stack g6">
      <p className="ink-2 reading">
        You sign in with an account at <span className="strong wrap-anywhere">{host}</span>. Your
        address, your password and where you are signed in are kept there. If you change your
        address there, it changes here too.
      </p>
      <p className="row">
        <Button
          className="fill-small"
          busy={busy === "password"}
          busyLabel="Sending..."
          onClick={() =>
            void run("password", () => sendRecovery(email, newPasswordPath), [
              "Email sent",
              `Follow the link that was sent to ${email} to choose a new password.`,
            ])
          }
        >
          Email me a link to choose a new password
        </Button>
        <Button
          className="fill-small"
          busy={busy === "elsewhere"}
          busyLabel="Signing out..."
          onClick={() =>
            void run("elsewhere", signOutElsewhere, [
              "Signed out everywhere else",
              "It can take up to a minute to take effect here.",
            ])
          }
        >
          Sign out everywhere else
        </Button>
        <Button kind="quiet" className="fill-small" onClick={() => void signOut()}>
          Sign out here
        </Button>
      </p>
    </div>
  );
}
