import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { verifyPhoneCode } from "#web/client/auth/phones.ts";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { textedCodeErrorMessage } from "../auth-message.ts";
import { codeSchema } from "../credentials.ts";
import { showRequestError, submitOf } from "../validation-toast.ts";

/** Takes the code of a text message. */
export function PhoneCodeForm({
  factorId,
  challengeId,
  onDone,
  buttons,
}: {
  factorId: string;
  challengeId: string;
  onDone: () => void | Promise<void>;
  /** The submit button, and what is beside it. */
  buttons: (isSubmitting: boolean) => ReactNode;
}) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = submitOf(
    form,
    async ({ code }) => {
      await verifyPhoneCode({ factorId, challengeId, code });
      await onDone();
    },
    (error) => {
      // This does not use reset(), which would unregister the field, so that it could not get the focus.
      form.setValue("code", "");
      showRequestError(form, "code", error, textedCodeErrorMessage(error));
    },
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit}>
      <CodeField
        hint="6 digits, from the text message"
        error={errors.code?.message}
        {...form.register("code")}
      />
      {buttons(isSubmitting)}
    </form>
  );
}
