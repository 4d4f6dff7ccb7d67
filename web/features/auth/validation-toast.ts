import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { authMessage } from "./auth-message.ts";

/** Reports the first error in a form, in the order of its fields. */
export function notifyFirstError<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  order: readonly (keyof Values & string)[],
): void {
  for (const field of order) {
    const message = errors[field]?.message;
    if (typeof message === "string") {
      notifyError("Validation Error", message);
      return;
    }
  }
}

/** Reports why a call was refused, and at which field; with the form's own message where that is more helpful. */
export function showRequestError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  field: FieldPath<Values>,
  error: unknown,
  message = authMessage(error),
): void {
  form.setError(field, { message }, { shouldFocus: true });
  notifyError("Error", message);
}
