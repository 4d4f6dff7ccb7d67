import type { Account } from "#contract/account.ts";
import { resendEmailChange } from "#web/client/auth/auth.ts";
import { authMessageOf } from "#web/client/auth/auth-error-messages.ts";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";

/** A new address that waits for its links: shows which links are still to be followed, and can send them again. */
export function EmailChange({ account: { email, email_change } }: { account: Account }) {
  if (email_change === null) return null;
  const { new_email, waits_for } = email_change;
  const addresses = [
    ...(waits_for.includes("new_address") ? [new_email] : []),
    ...(waits_for.includes("old_address") ? [email] : []),
  ];

  return (
    <div className="stack g2">
      <p className="small ink-2">
        Your email address will change to <span className="strong wrap-anywhere">{new_email}</span>.
        The change takes effect once you have followed{" "}
        {addresses.length > 1 ? "the links we sent to" : "the link we sent to"}{" "}
        <span className="wrap-anywhere">{addresses.join(" and ")}</span>.
      </p>
      <p>
        <SendAgainButton
          sentTo={addresses.join(" and ")}
          send={() => resendEmailChange(email)}
          messageOf={(error) =>
            authMessageOf(error, "The email could not be sent. Please try again.")
          }
        >
          Send again
        </SendAgainButton>
      </p>
    </div>
  );
}
