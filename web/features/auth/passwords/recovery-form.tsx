import { sendRecovery } from "#web/client/auth/auth.ts";
import { AddressForm } from "../emailed-links/address-form.tsx";

/** Asks for the address that a link and a code for a new password are emailed to. */
export function RecoveryForm({
  initialEmail,
  isSignedOutEverywhere = false,
  onward,
  onSent,
  onBack,
}: {
  initialEmail: string;
  /** Whether the owner has just ended every session, because one was not theirs. */
  isSignedOutEverywhere?: boolean;
  /** Where the emailed link leads. */
  onward: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  return (
    <AddressForm
      title={isSignedOutEverywhere ? "Everyone is signed out" : "Forgot password?"}
      initialEmail={initialEmail}
      send={(email, token) => sendRecovery(email, onward, token)}
      onSent={onSent}
      onBack={onBack}
    >
      {isSignedOutEverywhere
        ? "Your old password, passkeys and connected accounts no longer work. Enter your email address, and we'll send you a link and a code to choose a new one."
        : "Enter your email address, and we'll send you a link and a code to choose a new password."}
    </AddressForm>
  );
}
