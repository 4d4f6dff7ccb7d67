import { useEffect, useRef, useState } from "react";
import {
  addSecondFactor,
  type NewFactor,
  removeSecondFactor,
  verifySecondStep,
} from "#web/client/auth/auth.ts";
import { copyText } from "#web/client/copy-text.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { SignInMethodNameForm } from "../sign-in-methods/sign-in-method-name-form.tsx";
import { SubmitOrCancel } from "../submit-buttons.tsx";
import { FactorCodeForm } from "./factor-code-form.tsx";
import { type AddingProps, SecondFactorSection } from "./second-factor-section.tsx";

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
      <p className="ink-2">A code from an app on your phone.</p>
    </SecondFactorSection>
  );
}

function AddAuthenticator({ email, isFirst, onAdded, onCancel }: AddingProps) {
  const [factor, setFactor] = useState<NewFactor>();
  if (factor === undefined) {
    return (
      <SignInMethodNameForm
        label="Name of this authenticator"
        hint="To tell it apart from others, such as “My phone”"
        submitLabel="Continue"
        busyLabel="Loading..."
        formatError={authMessage}
        email={email}
        onNamed={async (name, current) => setFactor(await addSecondFactor(name, current))}
        onCancel={onCancel}
      />
    );
  }
  return (
    <CodeStep
      factor={factor}
      onAdded={async () => {
        notifySuccess(
          "Authenticator added",
          isFirst
            ? "From now on, you need its code to sign in. Other devices have been signed out."
            : "You can use its codes from now on.",
        );
        await onAdded();
      }}
      onCancel={() => {
        // If this fails, the unfinished one expires after five minutes.
        void removeSecondFactor(factor.id).catch(() => {});
        onCancel();
      }}
    />
  );
}

function CodeStep({
  factor,
  onAdded,
  onCancel,
}: {
  factor: NewFactor;
  onAdded: () => Promise<void>;
  onCancel: () => void;
}) {
  const introduction = useRef<HTMLParagraphElement>(null);
  useEffect(() => introduction.current?.focus(), []);

  // If the page is open on the phone that has the app, the phone's camera can't scan the picture.
  async function copyKey() {
    if (await copyText(factor.secret)) notifySuccess("Key copied", "Paste it into the app.");
    else notifyError("Error", "Your browser did not allow copying. Select the key instead.");
  }

  return (
    <div className="stack g4">
      <p tabIndex={-1} ref={introduction} className="introduction">
        Scan this with your authenticator app, then type the code it shows. You have five minutes.
      </p>
      <img
        className="qr-code"
        src={factor.qr_code}
        alt="QR code for your authenticator app; the key below is the same as text"
      />
      <div className="stack">
        <p className="small ink-2">Or type this key into the app:</p>
        <p className="num strong wrap-anywhere">{factor.secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
        <Button
          kind="quiet"
          className="btn-flush btn-start btn-underlined"
          onClick={() => void copyKey()}
        >
          Copy the key
        </Button>
      </div>
      <FactorCodeForm
        source="app"
        verify={async (code) => {
          await verifySecondStep(factor.id, code);
          await onAdded();
        }}
        buttons={(isSubmitting) => (
          <SubmitOrCancel busy={isSubmitting} onCancel={onCancel}>
            Turn on
          </SubmitOrCancel>
        )}
      />
    </div>
  );
}
