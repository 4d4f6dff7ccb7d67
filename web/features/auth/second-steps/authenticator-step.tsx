import { verifySecondStep } from "#web/client/auth/auth.ts";
import { SubmitButton } from "../submit-button.tsx";
import { FactorCodeForm } from "./factor-code-form.tsx";

/** The second step of signing in with an authenticator app. */
export function AuthenticatorStep({ factorId, onDone }: { factorId: string; onDone: () => void }) {
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
