import { useState } from "react";
import { authCode } from "./auth-code.ts";

/** The sentence for a field that the current password was not typed into. */
export const missing_current_password = "Please enter your current password";

const refusals = new Set([
  "current_password_required",
  "current_password_invalid",
  "over_request_rate_limit",
]);

/** Whether a call was refused because of the current password that was typed. */
export function isAboutCurrentPassword(error: unknown): boolean {
  return refusals.has(authCode(error) ?? "");
}

/** What a call came to: `asks` means that the field for the current password shows what is wanted. */
type Outcome = { kind: "done" } | { kind: "asks" } | { kind: "failed"; error: unknown };

/**
 * For what takes the current password only where signing in was too long ago: it is tried without, and the field appears
 * when the server asks for it. What is wrong with the password is said at the field alone, which has the focus then: on a
 * phone a toast would cover it.
 */
export function useCurrentPassword(messageOf: (error: unknown) => string) {
  /** What was typed; undefined until the server asks for it. */
  const [value, setValue] = useState<string>();
  const [error, setError] = useState<string>();
  return {
    isAsked: value !== undefined,
    field: {
      value: value ?? "",
      error,
      onChange: (event: { target: { value: string } }) => setValue(event.target.value),
    },
    /** Forgets what was typed, when the call is not wanted any more. */
    clear() {
      setValue(undefined);
      setError(undefined);
    },
    /**
     * @param call handed the password, where it was typed
     * @param isNeeded false where the call takes none, although one before it did
     */
    async attempt(
      call: (current: string | undefined) => Promise<void>,
      isNeeded = true,
    ): Promise<Outcome> {
      const isMissing = isNeeded && value === "";
      setError(isMissing ? missing_current_password : undefined);
      if (isMissing) return { kind: "asks" };
      try {
        await call(value);
      } catch (failure) {
        if (!isAboutCurrentPassword(failure)) return { kind: "failed", error: failure };
        if (value !== undefined) setError(messageOf(failure));
        else if (authCode(failure) === "current_password_required") setValue("");
        else return { kind: "failed", error: failure };
        return { kind: "asks" };
      }
      setValue(undefined);
      return { kind: "done" };
    },
  };
}
