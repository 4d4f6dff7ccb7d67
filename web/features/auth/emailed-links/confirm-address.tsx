import { resendConfirmation, verifyAddressCode } from "#web/client/auth/auth.ts";
import { MailedCodeForm, SentTo } from "./mailed-code-form.tsx";

/** Shown while the account waits for the link emailed to its address, or for the code. */
export function ConfirmAddress({
  email,
  isInvitedOnly,
  onward,
  onVerified,
  onBack,
}: {
  email: string;
  /** Whether only people who were invited get the email. */
  isInvitedOnly: boolean;
  /** Where a link that is sent again leads. */
  onward: string;
  /** Called when the code has signed in, and a new password is to be chosen. */
  onVerified: () => void;
  onBack: () => void;
}) {
  return (
    <MailedCodeForm
      email={email}
      hint="6 digits, from the email. After entering the code, you choose your password again."
      verify={async (code) => {
        await verifyAddressCode(email, code);
        onVerified();
      }}
      sendAgain={(token) => resendConfirmation(email, onward, token)}
      onBack={onBack}
    >
      {isInvitedOnly ? (
        <>
          If <SentTo>{email}</SentTo> was invited, an email is on its way. Follow its link in this
          browser to confirm your address, and you are in.
        </>
      ) : (
        <>
          We sent a link to <SentTo>{email}</SentTo>. Follow it in this browser to confirm your
          address, and you are in.
        </>
      )}
    </MailedCodeForm>
  );
}
