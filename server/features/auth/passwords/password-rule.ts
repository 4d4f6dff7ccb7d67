import { limits } from "#contract/limits.ts";
import { AuthError } from "#server/access/auth-error.ts";

export function isStrongPassword(password: string): boolean {
  return [...password].length >= limits.passwordCharactersMin;
}

/** @throws AuthError validation_failed without a password, weak_password for a short one */
export function requireStrongPassword(password: string | undefined): string {
  if (password === undefined || password === "") {
    throw new AuthError("validation_failed", { message: "Signup requires a valid password" });
  }
  if (!isStrongPassword(password)) throw new AuthError("weak_password");
  return password;
}
