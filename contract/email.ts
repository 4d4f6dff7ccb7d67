import { limits } from "./limits.ts";

/**
 * Before the @, letters of any script (RFC 6531, sent with SMTPUTF8); after it ASCII, with internationalized
 * domains in Punycode.
 */
const addressPattern =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/iu;

export function isEmail(email: string): boolean {
  return email.length <= limits.email_characters && addressPattern.test(email);
}
