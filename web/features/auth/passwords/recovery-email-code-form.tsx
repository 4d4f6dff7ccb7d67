import { sendRecovery, verifyRecoveryEmailCode } from "#web/client/auth/auth.ts";
import { MailedCodeForm, SentTo } from "../emailed-links/mailed-code-form.tsx";

/** Takes the six digits from the recovery email. */
export function RecoveryEmailCodeForm({
  email,
  onward,
  onVerified,
  onBack,
}: {
  email: string;
  /** Where the link in an email sent again leads. */
  onward: string;
  onVerified: () => void;
  onBack: () => void;
}) {
  return (
    <MailedCodeForm
      email={email}
      verify={async (code) => {
        await verifyRecoveryEmailCode(email, code);
        onVerified();
      }}
      sendAgain={(token) => sendRecovery(email, onward, token)}
      onBack={onBack}
    >
      If <SentTo>{email}</SentTo> has an account, an email is on its way. Follow its link, or type
      its code here.
    </MailedCodeForm>
  );
}
