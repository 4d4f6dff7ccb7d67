import { useAuthSettings } from "../hooks.ts";
import { AddPhone } from "./add-phone.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";

/** Phones as a second step, if this server sends texts. */
export function Phones({ email, timeZone }: { email: string; timeZone: string }) {
  const settings = useAuthSettings();
  const sendsTexts = settings.isSuccess && Boolean(settings.data.sms_provider);
  return (
    <SecondFactorSection
      type="phone"
      title="Phones"
      noun="Phone"
      canAdd={sendsTexts}
      addLabel="Add a phone"
      add={(props) => <AddPhone {...props} />}
      loss="No codes will be texted to it any more."
      email={email}
      timeZone={timeZone}
    >
      <p className="ink-2">
        A code that we text to your phone. An authenticator app is safer, because a phone number can
        be taken over.
      </p>
      {settings.isSuccess && !sendsTexts && (
        <p className="ink-2">
          No texts can be sent at the moment, so you cannot sign in with a phone. To remove your
          other second step, remove the phone first.
        </p>
      )}
    </SecondFactorSection>
  );
}
