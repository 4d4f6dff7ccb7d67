import { limits } from "./limits.ts";

/**
 * Before the @, letters of any script (RFC 6531, mailed by SMTPUTF8); after it ASCII, as an internationalized domain is
 * written in Punycode.
 */
const address_pattern =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/iu;

/** Whether an address looks like one. */
export function isEmail(email: string): boolean {
  return email.length <= limits.email_characters && address_pattern.test(email);
}
