import type { Account } from "#contract/account.ts";
import { resendEmailChange } from "#web/client/auth.ts";
import { errorMessageOf } from "#web/client/error-message.ts";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";

/** A new address waiting for its links: which ones are still to be followed, and sending them again. */
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
        Your address is to become <span className="strong wrap-anywhere">{new_email}</span>. It
        changes once you have followed{" "}
        {addresses.length > 1 ? "the links that we sent to" : "the link that we sent to"}{" "}
        <span className="wrap-anywhere">{addresses.join(" and ")}</span>.
      </p>
      <p>
        <SendAgainButton
          sentTo={addresses.join(" and ")}
          send={() => resendEmailChange(email)}
          messageOf={(error) => errorMessageOf(error, "The mail could not be sent.")}
        >
          Send again
        </SendAgainButton>
      </p>
    </div>
  );
}
