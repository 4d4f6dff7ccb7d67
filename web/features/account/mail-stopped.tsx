import type { RefObject } from "react";
import type { Account } from "#contract/account.ts";
import { errorMessage } from "#contract/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { CircleAlertIcon } from "#web/ui/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";
import { failureOf } from "./failure.ts";
import { useGetMailAgain } from "./get-mail-again.ts";

/** Why no email arrives whatever the checkboxes say, and how to resume. */
export function MailStopped({
  account,
  afterwards,
}: {
  account: Account;
  /** Takes the focus when this disappears. */
  afterwards: RefObject<HTMLElement | null>;
}) {
  const again = useGetMailAgain();
  if (!account.mail_stopped) return null;

  function getMailAgain() {
    again.mutate(undefined, {
      onSuccess: () => {
        afterwards.current?.focus();
        notifySuccess("Letters reach you again");
      },
      onError: (error) => notifyError("Error", failureOf(error, "That could not be changed.")),
    });
  }

  return (
    <div className="stack g4 justify-items-start">
      <p className="row flex-nowrap items-start" role="note">
        <CircleAlertIcon className="mt-0.5 text-ochre" />
        <span>
          You asked for no more mail, so none of these letters reach{" "}
          <span className="strong wrap-anywhere">{account.email}</span>, whatever is ticked here.{" "}
          {account.email_proven
            ? "Taking that back also lets invitations of other people reach you."
            : errorMessage("account_email_unproven")}
        </span>
      </p>
      {account.email_proven && (
        <Button busy={again.isPending} busyWords="Saving..." onClick={getMailAgain}>
          Get mail again
        </Button>
      )}
    </div>
  );
}
