import { sendSignInLink } from "#web/client/auth/auth.ts";
import { AddressForm } from "./address-form.tsx";

/** Asks for the address that a link and a code for signing in are emailed to. */
export function SignInLinkForm({
  initialEmail,
  isForAnyone,
  onward,
  onSent,
  onBack,
}: {
  initialEmail: string;
  /** Whether an address without an account gets one with it. */
  isForAnyone: boolean;
  /** Where the emailed link leads. */
  onward: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  return (
    <AddressForm
      title="Sign in by email"
      initialEmail={initialEmail}
      send={(email, token) => sendSignInLink(email, onward, token)}
      onSent={onSent}
      onBack={onBack}
    >
      Enter your email address, and we'll send you a link and a code to sign in. You need no
      password{isForAnyone ? ", and no account yet" : ""}.
    </AddressForm>
  );
}
