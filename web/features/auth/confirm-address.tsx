import { resendConfirmation } from "#web/client/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { AuthHeading } from "./auth-heading.tsx";
import { authMessage } from "./auth-message.ts";
import { useCaptcha } from "./captcha/use-captcha.tsx";

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
  const captcha = useCaptcha();
  return (
    <>
      <AuthHeading title="Check your email">
        We sent a link to <span className="strong wrap-anywhere">{email}</span>. Follow it to
        confirm your address, and you are in.
      </AuthHeading>
      {captcha.widget}
      <div className="stack g3 start">
        <SendAgainButton
          sentTo={email}
          send={() => captcha.spend((token) => resendConfirmation(email, onward, token))}
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
