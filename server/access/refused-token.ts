import { errors } from "jose";
import { AuthError } from "./auth-error.ts";

/**
 * The error for a token that did not pass verification. It says if the token has expired, because clients then get a
 * new one.
 */
export function refusedToken(cause: unknown): AuthError {
  if (!(cause instanceof errors.JWTExpired)) return new AuthError("bad_jwt", { cause });
  const { message } = new AuthError("bad_jwt");
  const reason = "token has invalid claims: token is expired";
  return new AuthError("bad_jwt", { message: `${message}, ${reason}`, cause });
}
