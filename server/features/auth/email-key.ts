import { domainToASCII } from "node:url";
import type { Secrets } from "#server/system/secrets.ts";

/**
 * An address as the counters store it: they must not become a list of addresses. One mailbox is one key: a domain can
 * be written in many ways ("ｇmail.com") that all deliver to the same one.
 */
export function emailKey(secrets: Secrets, email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  const deliveredTo = `${email.slice(0, at)}${domainToASCII(domain) || domain}`;
  return secrets.signFor("counted address", "", deliveredTo).toString("base64url");
}

/**
 * The key of one account's password attempts. Accounts are kept by how their address is written, so a right password for
 * one spelling must not clear the attempts counted for another.
 */
export function passwordKey(secrets: Secrets, email: string): string {
  return secrets.signFor("counted password", "", email).toString("base64url");
}
