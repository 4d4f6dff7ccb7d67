import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { removeSecondFactor } from "#web/client/auth/auth.ts";
import { useCurrentPassword } from "#web/client/auth/current-password.ts";
import { addPhone, sendPhoneCode, verifyPhoneCode } from "#web/client/auth/phones.ts";
import { CurrentPasswordField } from "#web/ui/fields/current-password-field.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { useAuthSettings } from "../hooks.ts";
import { methodName } from "../sign-in-methods/sign-in-method-name-form.tsx";
import { SubmitOrCancel } from "../submit-buttons.tsx";
import { createSubmit, showRequestError } from "../validation-toast.ts";
import { FactorCodeForm, SendCodeAgain } from "./factor-code-form.tsx";
import { type AddingProps, SecondFactorSection } from "./second-factor-section.tsx";

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
      <p className="ink-2">A code by text. An app is safer: phone numbers can be taken over.</p>
      {settings.isSuccess && !sendsTexts && (
        <p className="ink-2">
          No texts can be sent at the moment, so you cannot sign in with a phone. To remove your
          other second step, remove the phone first.
        </p>
      )}
    </SecondFactorSection>
  );
}

const phoneSchema = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\+[\d\s().-]{7,30}$/, "Please enter the number with + and the country code"),
  name: methodName,
});

type Sent = { factorId: string; challengeId: string; number: string };

function AddPhone({ email, isFirst, onAdded, onCancel }: AddingProps) {
  const [sent, setSent] = useState<Sent>();
  const introduction = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sent !== undefined) introduction.current?.focus();
  }, [sent]);
  if (sent === undefined) {
    return <NumberStep email={email} onSent={setSent} onCancel={onCancel} />;
  }
  return (
    <div className="stack g4">
      <p tabIndex={-1} ref={introduction} className="introduction">
        We texted a code to <span className="num strong">{sent.number}</span>. You have five
        minutes.
      </p>
      <FactorCodeForm
        source="text"
        verify={async (code) => {
          await verifyPhoneCode({ factorId: sent.factorId, challengeId: sent.challengeId, code });
          notifySuccess(
            "Phone added",
            isFirst
              ? "From now on, you need a code from it to sign in. Other devices have been signed out."
              : "You can use its codes from now on.",
          );
          await onAdded();
        }}
        buttons={(isSubmitting) => (
          <SubmitOrCancel
            busy={isSubmitting}
            onCancel={() => {
              // If this fails, the unfinished one expires after five minutes.
              void removeSecondFactor(sent.factorId).catch(() => {});
              onCancel();
            }}
          >
            Turn on
          </SubmitOrCancel>
        )}
      />
      <SendCodeAgain
        factorId={sent.factorId}
        onSent={(challengeId) => setSent({ ...sent, challengeId })}
      />
    </div>
  );
}

function NumberStep({
  email,
  onSent,
  onCancel,
}: {
  email: string;
  onSent: (sent: Sent) => void;
  onCancel: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(phoneSchema),
    defaultValues: { number: "", name: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("number"), [setFocus]);
  const password = useCurrentPassword(authMessage);

  const submit = createSubmit(form, async ({ number, name }) => {
    const outcome = await password.attempt(async (current) => {
      const factorId = await addPhone({ name, number }, current);
      onSent({ factorId, challengeId: await sendPhoneCode(factorId), number });
    });
    if (outcome.kind === "failed") showRequestError(form, "number", outcome.error);
  });

  return (
    <form className="stack g4" noValidate onSubmit={submit}>
      <InputField
        label="Phone number"
        hint="With + and the country code, such as +44 7400 123456"
        error={errors.number?.message}
        type="tel"
        className="input num"
        autoComplete="tel"
        required
        {...form.register("number")}
      />
      <InputField
        label="Name of this phone"
        hint="To tell it apart from others, such as “My phone”"
        error={errors.name?.message}
        autoComplete="off"
        required
        {...form.register("name")}
      />
      {password.isAsked && <CurrentPasswordField email={email} {...password.field} />}
      <SubmitOrCancel busy={isSubmitting} onCancel={onCancel}>
        Text me a code
      </SubmitOrCancel>
    </form>
  );
}
