import { limits } from "../limits.ts";

/**
 * Before the @, letters of any script are allowed (RFC 6531, sent with SMTPUTF8); after it only ASCII, with
 * internationalized domains in Punycode. The pattern is not case-insensitive: with that flag "ſ" would match "s", and
 * one mailbox could have two addresses.
 */
const addressPattern =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[a-zA-Z0-9][a-zA-Z0-9-]*\.)+[a-zA-Z]{2,}$/u;

export function isEmail(email: string): boolean {
  return email.length <= limits.emailCharacters && addressPattern.test(email);
}
