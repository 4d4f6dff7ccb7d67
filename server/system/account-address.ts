import { domainToASCII } from "node:url";
import { normalizeEmail } from "#contract/invites/invites.ts";

const emailCharacters = 255;
const localPart = String.raw`[^\s@"(),:;<>[\]\\\p{C}]{1,64}`;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const addressPattern = new RegExp(`^${localPart}@(?:${label}\\.)+${label}$`, "u");

/**
 * An account's address in the form in which it is stored, looked up and counted; undefined for what is not an address.
 * A domain can be written in many ways ("ｇmail.com") that all deliver to the same mailbox. Without one form, they could
 * be several accounts, and emails to one spelling that a stranger requests would use up the limit of the mailbox.
 */
export function readAccountEmail(typed: string): string | undefined {
  const email = normalizeEmail(typed);
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  // The URL parser would read a path, a query or an escape here as in the address of a page, and drop it.
  if (/[/?#%:\\]/.test(domain)) return undefined;
  const address = `${email.slice(0, at)}${domainToASCII(domain)}`;
  return isAddress(address) ? address : undefined;
}

function isAddress(address: string): boolean {
  return (
    address.length <= emailCharacters &&
    addressPattern.test(address) &&
    !/^\.|\.\.|\.@/.test(address)
  );
}
