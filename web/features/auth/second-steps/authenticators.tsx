import { AddAuthenticator } from "./add-authenticator.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";

/** Authenticator apps as a second step. */
export function Authenticators({ email, timeZone }: { email: string; timeZone: string }) {
  return (
    <SecondFactorSection
      type="totp"
      title="Authenticator apps"
      noun="Authenticator"
      failure="Failed to load your authenticator apps"
      canAdd
      addLabel="Add an authenticator app"
      add={(props) => <AddAuthenticator {...props} />}
      loss="Its codes will no longer be accepted."
      email={email}
      timeZone={timeZone}
    >
      <p className="ink-2">A code from an app on your phone, new every 30 seconds.</p>
    </SecondFactorSection>
  );
}
