import type { FieldErrors, FieldValues } from "react-hook-form";
import { notifyError } from "#web/ui/toast.ts";

/** Says the first thing that is wrong with a form, in the order of its fields. */
export function sayFirstError<Values extends FieldValues>(
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
