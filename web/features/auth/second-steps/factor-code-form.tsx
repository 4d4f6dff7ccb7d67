import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { sendPhoneCode } from "#web/client/auth/phones.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { authMessage, codeErrorMessage, textedCodeErrorMessage } from "../auth-message.ts";
import { codeSchema } from "../credentials.ts";
import { createSubmit, showRequestError } from "../validation-toast.ts";

const sources = {
  app: { hint: "6 digits, new every 30 seconds", formatError: codeErrorMessage },
  text: { hint: "6 digits, from the text message", formatError: textedCodeErrorMessage },
};

/** Takes the code of a second factor. A wrong code is removed, because no code works twice. */
export function FactorCodeForm({
  source,
  verify,
  buttons,
}: {
  source: keyof typeof sources;
  verify: (code: string) => Promise<void>;
  buttons: (isSubmitting: boolean) => ReactNode;
}) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const { hint, formatError } = sources[source];

  const submit = createSubmit(
    form,
    ({ code }) => verify(code),
    (error) => {
      // This does not use reset(), which would unregister the field, so that it could not get the focus.
      form.setValue("code", "");
      showRequestError(form, "code", error, formatError(error));
    },
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit}>
      <CodeField hint={hint} error={errors.code?.message} {...form.register("code")} />
      {buttons(isSubmitting)}
    </form>
  );
}

export function SendCodeAgain({
  factorId,
  onSent,
}: {
  factorId: string;
  onSent: (challengeId: string) => void;
}) {
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      onSent(await sendPhoneCode(factorId));
      notifySuccess("Sent again", "Only the newest code works.");
    } catch (error) {
      notifyError("Error", authMessage(error));
    }
    setBusy(false);
  }

  return (
    <Button
      kind="quiet"
      className="btn-flush btn-start btn-underlined"
      busy={busy}
      busyLabel="Sending..."
      onClick={() => void send()}
    >
      Send it again
    </Button>
  );
}
