import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { authMessage } from "./auth-message.ts";

/** Reports the first wrong field, and why a call was refused, in a toast unless `fail` does. */
export function createSubmit<Values extends FieldValues, Valid>(
  form: UseFormReturn<Values, unknown, Valid>,
  submit: (values: Valid) => Promise<void>,
  fail: (error: unknown) => void = (error) => notifyError("Error", authMessage(error)),
) {
  return form.handleSubmit(
    (values) => submit(values).catch(fail),
    (errors) => {
      const [first] = Object.values(errors);
      if (typeof first?.message === "string") notifyError("Validation Error", first.message);
    },
  );
}

export function showRequestError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  field: FieldPath<Values>,
  error: unknown,
  message = authMessage(error),
): void {
  form.setError(field, { message }, { shouldFocus: true });
  notifyError("Error", message);
}
