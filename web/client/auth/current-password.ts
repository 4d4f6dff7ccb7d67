import { useState } from "react";
import { authCode } from "./auth-code.ts";

export const missingCurrentPassword = "Please enter your current password";

const refusals = new Set([
  "current_password_required",
  "current_password_invalid",
  "over_request_rate_limit",
]);

export function isCurrentPasswordError(error: unknown): boolean {
  return refusals.has(authCode(error) ?? "");
}

/** The outcome of a call: `asks` means that the field for the current password shows what is required. */
type Outcome = { kind: "done" } | { kind: "asks" } | { kind: "failed"; error: unknown };

/**
 * Actions are tried without the password, and the field appears when the server asks for it. Errors are shown only at
 * the field, which has the focus then: on a phone a toast would cover it.
 */
export function useCurrentPassword(formatError: (error: unknown) => string) {
  const [value, setValue] = useState<string>();
  const [error, setError] = useState<string>();
  return {
    isAsked: value !== undefined,
    field: {
      value: value ?? "",
      error,
      onChange: (event: { target: { value: string } }) => setValue(event.target.value),
    },
    clear() {
      setValue(undefined);
      setError(undefined);
    },
    /** @param isNeeded false if the call takes no password, although an earlier one did */
    async attempt(
      call: (current: string | undefined) => Promise<void>,
      isNeeded = true,
    ): Promise<Outcome> {
      const isMissing = isNeeded && value === "";
      setError(isMissing ? missingCurrentPassword : undefined);
      if (isMissing) return { kind: "asks" };
      try {
        await call(value);
      } catch (failure) {
        if (!isCurrentPasswordError(failure)) return { kind: "failed", error: failure };
        if (value !== undefined) setError(formatError(failure));
        else if (authCode(failure) === "current_password_required") setValue("");
        else return { kind: "failed", error: failure };
        return { kind: "asks" };
      }
      setValue(undefined);
      return { kind: "done" };
    },
  };
}
