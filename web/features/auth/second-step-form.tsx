import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import {
  listSecondFactors,
  readRecoveryCodes,
  signOut,
  verifySecondStep,
} from "#web/client/auth.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Choice } from "#web/ui/fields/choice.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { AuthHeading } from "./auth-heading.tsx";
import { codeRefusal } from "./auth-message.ts";
import { codeSchema } from "./credentials.ts";
import { PhoneStep } from "./phone-step.tsx";
import { RecoveryCodeStep } from "./recovery-code-step.tsx";
import { SecurityKeyStep } from "./security-key-step.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { showRequestError, submitOf } from "./validation-toast.ts";

/** The second step of signing in: the code that an authenticator app shows, or a security key. */
export function SecondStepForm({ email, onDone }: { email: string; onDone: () => void }) {
  const factors = useQuery({
    queryKey: [...queryKeys.secondFactors, email],
    queryFn: listSecondFactors,
    meta: { failure: "An error occurred during authentication." },
  });
  const codes = useQuery({
    queryKey: [...queryKeys.recoveryCodes, email],
    queryFn: async () => (await readRecoveryCodes()) ?? null,
  });
  const [isByCode, setByCode] = useState(false);
  const [chosenId, setChosenId] = useState<string>();
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const choices = factors.data ?? [];
  const factorId = chosenId ?? choices[0]?.id;
  const isKey = choices.find(({ id }) => id === factorId)?.type === "webauthn";
  const isPhone = choices.find(({ id }) => id === factorId)?.type === "phone";

  const submit = submitOf(
    form,
    async ({ code }) => {
      if (factorId === undefined) return;
      await verifySecondStep(factorId, code);
      onDone();
    },
    (error) => {
      form.reset();
      showRequestError(form, "code", error, codeRefusal(error));
    },
  );

  if (isByCode) {
    return <RecoveryCodeStep email={email} onDone={onDone} onBack={() => setByCode(false)} />;
  }
  return (
    <>
      <AuthHeading title="One more step">
        {factors.isPending
          ? "Signing in as "
          : isKey
            ? "Confirm with your security key, or with this device, that you are signing in as "
            : isPhone
              ? "Type the code that we text to your phone, to sign in as "
              : "Open your authenticator app and type the code it shows for "}
        <span className="strong wrap-anywhere">{email}</span>.
      </AuthHeading>
      <form
        className="stack g6"
        noValidate
        onSubmit={submit}
        hidden={isPhone && choices.length === 1}
      >
        {choices.length > 1 && (
          <fieldset className="stack g2">
            <legend className="field-label">Second step</legend>
            {choices.map((factor) => (
              <Choice
                key={factor.id}
                type="radio"
                name="factor"
                bare
                title={factor.name}
                checked={factor.id === factorId}
                onChange={() => setChosenId(factor.id)}
              />
            ))}
          </fieldset>
        )}
        {factors.isPending ? (
          <Loading>
            <Skeleton height={19} />
          </Loading>
        ) : isKey && factorId !== undefined ? (
          <SecurityKeyStep key={factorId} factorId={factorId} onDone={onDone} />
        ) : isPhone ? null : (
          <>
            <CodeField
              hint="6 digits, new every 30 seconds"
              error={errors.code?.message}
              {...form.register("code")}
            />
            <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
          </>
        )}
      </form>
      {isPhone && factorId !== undefined && (
        <PhoneStep key={factorId} factorId={factorId} onDone={onDone} />
      )}
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
