import { limits } from "../limits.ts";

/**
 * Before the @, letters of any script (RFC 6531, sent with SMTPUTF8); after it ASCII, with internationalized
 * domains in Punycode. Not case-insensitive: with that flag "ſ" is an "s", and one mailbox has two addresses.
 */
const addressPattern =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[a-zA-Z0-9][a-zA-Z0-9-]*\.)+[a-zA-Z]{2,}$/u;

export function isEmail(email: string): boolean {
  return email.length <= limits.emailCharacters && addressPattern.test(email);
}
