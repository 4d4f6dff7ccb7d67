import { AddAuthenticator } from "./add-authenticator.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";

/** Authenticator apps as a second step. */
export function Authenticators({ email, timeZone }: { email: string; timeZone: string }) {
  return (
    <SecondFactorSection
      type="totp"
      title="Authenticator app"
      noun="Authenticator"
      failure="Failed to load your authenticator apps"
      canAdd
      addLabel="Add an authenticator app"
      add={(props) => <AddAuthenticator {...props} />}
      loss="Its codes will no longer be accepted."
      email={email}
      timeZone={timeZone}
    >
      <p className="ink-2">
        With one, you sign in with your password and a code from an app on your phone. If you lose
        the app, a recovery code lets you in instead. Without codes, only the person who runs this
        server can let you back in, after you have proven who you are.
      </p>
    </SecondFactorSection>
  );
}
