import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { verifySecondStep } from "#web/client/auth/auth.ts";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { codeErrorMessage } from "../auth-message.ts";
import { codeSchema } from "../credentials.ts";
import { SubmitButton } from "../submit-button.tsx";
import { showRequestError, submitOf } from "../validation-toast.ts";

/** The second step of signing in with an authenticator app. */
export function AuthenticatorStep({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = submitOf(
    form,
    async ({ code }) => {
      await verifySecondStep(factorId, code);
      onDone();
    },
    (error) => {
      // This does not use reset(), which would unregister the field, so that it could not get the focus.
      form.setValue("code", "");
      showRequestError(form, "code", error, codeErrorMessage(error));
    },
  );

  return (
    <form className="stack g6" noValidate onSubmit={submit}>
      <CodeField
        hint="6 digits, new every 30 seconds"
        error={errors.code?.message}
        {...form.register("code")}
      />
      <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
    </form>
  );
}
