import { resendConfirmation } from "#web/client/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { AuthHeading } from "./auth-heading.tsx";
import { authMessage } from "./auth-message.ts";

/** The account is waiting for the link emailed to its address. */
export function ConfirmAddress({
  email,
  onward,
  onBack,
}: {
  email: string;
  /** Where a link that is sent again leads. */
  onward: string;
  onBack: () => void;
}) {
  return (
    <>
      <AuthHeading title="Check your email">
        We sent a link to <span className="strong wrap-anywhere">{email}</span>. Follow it to
        confirm your address, and you are in.
      </AuthHeading>
      <div className="stack g3 start">
        <SendAgainButton
          sentTo={email}
          send={() => resendConfirmation(email, onward)}
          messageOf={authMessage}
        >
          Send it again
        </SendAgainButton>
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </>
  );
}
