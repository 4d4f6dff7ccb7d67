import { type ReactNode, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type SecondFactor, signOut } from "#web/client/auth/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/choices/choice.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { useRecoveryCodes, useSecondFactors } from "../hooks.ts";
import { QueryStatus } from "../query-status.tsx";
import { RecoveryCodeStep } from "../recovery-codes/recovery-code-step.tsx";
import { AuthenticatorStep } from "./authenticator-step.tsx";
import { PhoneStep } from "./phone-step.tsx";
import { SecurityKeyStep } from "./security-key-step.tsx";

interface StepProps {
  factorId: string;
  onDone: () => void;
}

/** The name of each type, its form, and the beginning of the sentence about it, which ends with the address. */
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

/** The second step of signing in: one of the account's second factors, or a recovery code. */
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
