import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type SecondFactor, signOut, verifySecondStep } from "#web/client/auth/auth.ts";
import { isCancelled, passBySecurityKey } from "#web/client/auth/passkeys.ts";
import { sendPhoneCode, verifyPhoneCode } from "#web/client/auth/phones.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/choices/choice.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { AuthHeading } from "../auth-heading.tsx";
import { authMessage, passkeyErrorMessage } from "../auth-message.ts";
import { useRecoveryCodes, useSecondFactors } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { RecoveryCodeStep } from "../recovery-codes/recovery-code-step.tsx";
import { SubmitButton } from "../submit-buttons.tsx";
import { FactorCodeForm, SendCodeAgain } from "./factor-code-form.tsx";
import { useAbortOnUnmount } from "./use-abort-on-unmount.ts";

interface StepProps {
  factorId: string;
  onDone: () => void;
}

const steps: Record<
  SecondFactor["type"],
  { noun: string; line: string; Step: (props: StepProps) => ReactNode }
> = {
  totp: {
    noun: "Authenticator app",
    line: "Open your authenticator app and type the code it shows for ",
    Step: AuthenticatorStep,
  },
  webauthn: {
    noun: "Security key or device",
    line: "Confirm with your security key, or with this device, that you are signing in as ",
    Step: SecurityKeyStep,
  },
  phone: {
    noun: "Text message",
    line: "Type the code that we text to your phone, to sign in as ",
    Step: PhoneStep,
  },
};

export function SecondStepForm({ email, onDone }: { email: string; onDone: () => void }) {
  const factors = useSecondFactors({ failure: "An error occurred during authentication.", email });
  const codes = useRecoveryCodes({ email });
  // This is in the browser's history, so that the Back button returns from there.
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isByCode = (state as { isByRecoveryCode?: boolean } | null)?.isByRecoveryCode === true;
  function setByCode(isByRecoveryCode: boolean) {
    void navigate({ pathname, search }, { state: { ...state, isByRecoveryCode } });
  }
  const id = useId();
  const [chosenId, setChosenId] = useState<string>();
  const choices = factors.data ?? [];
  const chosen = choices.find(({ id }) => id === chosenId) ?? choices[0];
  const { line, Step } = steps[chosen?.type ?? "totp"];

  if (isByCode) {
    return <RecoveryCodeStep email={email} onDone={onDone} onBack={() => setByCode(false)} />;
  }
  return (
    <>
      <AuthHeading title="One more step">
        {factors.isPending ? "Signing in as " : line}
        <span className="strong wrap-anywhere">{email}</span>.
      </AuthHeading>
      <div className="stack g6">
        {choices.length > 1 && (
          <fieldset className="stack g2">
            <legend className="field-label">Second step</legend>
            {choices.map((factor) => (
              <Choice
                key={factor.id}
                type="radio"
                name="factor"
                bare
                title={<span id={`${id}-${factor.id}`}>{factor.name}</span>}
                line={<span id={`${id}-${factor.id}-line`}>{steps[factor.type].noun}</span>}
                aria-labelledby={`${id}-${factor.id}`}
                aria-describedby={`${id}-${factor.id}-line`}
                checked={factor.id === chosen?.id}
                onChange={() => setChosenId(factor.id)}
              />
            ))}
          </fieldset>
        )}
        <QueryStatus query={factors} failure="Failed to load your second steps" height={19} />
        {chosen && <Step key={chosen.id} factorId={chosen.id} onDone={onDone} />}
      </div>
      <div className="stack start">
        {(codes.data?.remaining ?? 0) > 0 && (
          <Button kind="quiet" className="btn-flush btn-underlined" onClick={() => setByCode(true)}>
            Use a recovery code instead
          </Button>
        )}
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={() => signOut()}>
          Use another account
        </Button>
      </div>
    </>
  );
}

function AuthenticatorStep({ factorId, onDone }: StepProps) {
  return (
    <FactorCodeForm
      source="app"
      verify={async (code) => {
        await verifySecondStep(factorId, code);
        onDone();
      }}
      buttons={(isSubmitting) => <SubmitButton busy={isSubmitting}>Continue</SubmitButton>}
    />
  );
}

function SecurityKeyStep({ factorId, onDone }: StepProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const begin = useAbortOnUnmount();

  async function pass() {
    const signal = begin();
    setBusy(true);
    setError(undefined);
    try {
      await passBySecurityKey(factorId, signal);
      onDone();
    } catch (failure) {
      if (signal.aborted) return;
      setError(passkeyErrorMessage(failure));
      if (!isCancelled(failure)) notifyError("Error", passkeyErrorMessage(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack g3">
      {error !== undefined && <FieldError>{error}</FieldError>}
      <SubmitButton busy={busy} onClick={() => void pass()}>
        Use security key
      </SubmitButton>
    </div>
  );
}

function PhoneStep({ factorId, onDone }: StepProps) {
  const [challengeId, setChallengeId] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const isSent = challengeId !== undefined;
  // The button that was clicked is gone, so the focus moves on.
  useEffect(() => {
    if (isSent) form.current?.querySelector("input")?.focus();
  }, [isSent]);

  async function send() {
    setBusy(true);
    try {
      setChallengeId(await sendPhoneCode(factorId));
    } catch (error) {
      notifyError("Error", authMessage(error));
    }
    setBusy(false);
  }

  if (!isSent) {
    return (
      <Button
        kind="primary"
        size="field"
        className="btn-block"
        busy={busy}
        busyLabel="Sending..."
        onClick={() => void send()}
      >
        Text me a code
      </Button>
    );
  }
  return (
    <div className="stack g4" ref={form}>
      <FactorCodeForm
        source="text"
        verify={async (code) => {
          await verifyPhoneCode({ factorId, challengeId, code });
          onDone();
        }}
        buttons={(isSubmitting) => <SubmitButton busy={isSubmitting}>Continue</SubmitButton>}
      />
      <SendCodeAgain factorId={factorId} onSent={setChallengeId} />
    </div>
  );
}
