import type { RefObject } from "react";
import type { Account } from "#contract/account.ts";
import { errorMessage } from "#contract/errors.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CircleAlertIcon } from "#web/ui/icons/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { useResumeEmails } from "./hooks.ts";

/** Why no email arrives whatever the checkboxes say, and how to resume. */
export function EmailsStoppedNotice({
  account,
  afterwards,
}: {
  account: Account;
  /** Takes the focus when this disappears. */
  afterwards: RefObject<HTMLElement | null>;
}) {
  const again = useResumeEmails();
  if (!account.mail_stopped) return null;

  function resumeEmails() {
    again.mutate(undefined, {
      onSuccess: () => {
        afterwards.current?.focus();
        notifySuccess("Emails are back on");
      },
      onError: (error) =>
        notifyError(
          "Error",
          errorMessageOf(error, "Emails could not be turned back on. Please try again."),
        ),
    });
  }

  return (
    <div className="stack g4 start">
      <p className="row icon-row" role="note">
        <CircleAlertIcon className="ochre" />
        <span>
          You asked for no more emails, so none of these reach{" "}
          <span className="strong wrap-anywhere">{account.email}</span>, whatever is ticked here.{" "}
          {account.email_proven
            ? "Turning emails back on also lets other people's invitations reach you."
            : errorMessage("account_email_unproven")}
        </span>
      </p>
      {account.email_proven && (
        <Button busy={again.isPending} busyLabel="Saving..." onClick={resumeEmails}>
          Turn emails back on
        </Button>
      )}
    </div>
  );
}
