import { sendSignInLink, verifySignInCode } from "#web/client/auth/auth.ts";
import { notifyWelcomeBack } from "../sign-in/welcome-back.ts";
import { MailedCodeForm, SentTo } from "./mailed-code-form.tsx";

/** Takes the six digits from the email with the sign-in link. */
export function SignInCodeForm({
  email,
  onward,
  isForAnyone,
  onBack,
}: {
  email: string;
  /** Where the link in an email sent again leads. */
  onward: string;
  /** Whether addresses without an account also get the email, and with it an account. */
  isForAnyone: boolean;
  onBack: () => void;
}) {
  return (
    <MailedCodeForm
      email={email}
      verify={async (code) => {
        const session = await verifySignInCode(email, code);
        if (session.kind === "signed_in") notifyWelcomeBack();
      }}
      sendAgain={(token) => sendSignInLink(email, onward, token)}
      onBack={onBack}
    >
      {isForAnyone ? (
        <>
          We sent an email to <SentTo>{email}</SentTo>. Follow its link in this browser, or type its
          code here.
        </>
      ) : (
        <>
          If <SentTo>{email}</SentTo> may sign in here, an email is on its way. Follow its link in
          this browser, or type its code here.
        </>
      )}
    </MailedCodeForm>
  );
}
