import { useHasPasskeys } from "../hooks.ts";
import { AddSecurityKey } from "./add-security-key.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";

/** Security keys as a second step, if this browser and the server support them. */
export function SecurityKeys({ email, timeZone }: { email: string; timeZone: string }) {
  return (
    <SecondFactorSection
      type="webauthn"
      title="Security keys"
      noun="Security key"
      canAdd={useHasPasskeys()}
      addLabel="Add a security key"
      add={(props) => <AddSecurityKey {...props} />}
      loss="It will no longer be accepted."
      email={email}
      timeZone={timeZone}
    >
      <p className="ink-2">
        Touch a key, or use the fingerprint, face or PIN of your phone or computer. There is no code
        to type.
      </p>
    </SecondFactorSection>
  );
}
