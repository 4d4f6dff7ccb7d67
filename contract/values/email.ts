import { limits } from "../limits.ts";

/** The part of the URL parser that is used here. Browsers and the server have the same one. */
// biome-ignore lint/style/useNamingConvention: the platform's name
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } };

/** What is copied along with an address. An apostrophe can be the first character of one. */
const decorationBefore = /^(?:[\s<(["«‹“„‘]|(?:e-?)?mail(?:to)?\s*:)+/i;
const decorationAfter = /(?:\?[^@]*|[\s>)\]"»›”’',;:!.。｡]+)$/u;
const openingApostrophe = /^'(?=.*['’][\s>)\]"»›”,;:!.]*$)/su;
/** Far longer than an address with anything that is copied along with it. */
const typedCharacters = 1000;

const atom = /[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+/u.source;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const topLevelDomain = "(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])";
/**
 * The "addr-spec" of RFC 5322 without quotes, with letters of any script before the @ (RFC 6531, sent with SMTPUTF8).
 * The pattern is not case-insensitive: with that flag "ſ" would match "s".
 */
const addressPattern = new RegExp(
  // A mail server may decode an encoded word ("=?utf-8?q?…?=") to another address.
  String.raw`^(?=[^@]{1,64}@)(?!.*=\?)${atom}(?:\.${atom})*@(?:${label}\.)+${topLevelDomain}$`,
  "u",
);

/**
 * The one form of an address, in which it is checked, stored, looked up and emailed: in lower case, its domain in
 * ASCII, without brackets, "mailto:" or invisible characters. A text that is not an address is returned in lower case.
 */
export function normalizeEmail(typed: string): string {
  const visible =
    typed.length > typedCharacters
      ? typed
      : withoutDecoration(toHalfWidth(typed.replace(/\p{Default_Ignorable_Code_Point}/gu, "")));
  // The text is lower-cased first, because only the small form of a letter may have a composed form.
  const text = visible.toLowerCase().normalize("NFC");
  const at = text.lastIndexOf("@") + 1;
  return at === 0 ? text : text.slice(0, at) + toAscii(text.slice(at));
}

/** The address that a text contains, normalized; undefined if the text is not an address. */
export function readEmail(typed: string): string | undefined {
  const email = normalizeEmail(typed);
  const isAddress = email.length <= limits.emailCharacters && addressPattern.test(email);
  return isAddress ? email : undefined;
}

/**
 * What all addresses of one mailbox have in common: the address without a tag ("+news"), and at Gmail without dots and
 * with its shorter domain. Only for comparing: emails go to the address itself.
 */
export function normalizeMailbox(address: string): string {
  const email = normalizeEmail(address);
  const at = email.lastIndexOf("@");
  const tag = email.indexOf("+", 1);
  const name = email.slice(0, tag > 0 && tag < at ? tag : Math.max(at, 0));
  const domain = email.slice(at + 1);
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

function withoutDecoration(text: string): string {
  const rest = text.replace(decorationBefore, "").replace(openingApostrophe, "");
  const shorter = rest.replace(decorationAfter, "");
  return shorter === text ? text : withoutDecoration(shorter);
}

/** Replaces the full-width forms that Chinese and Japanese keyboards write. */
function toHalfWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
}

/** The domain as the URL parser writes it: in ASCII (UTS 46). */
function toAscii(domain: string): string {
  const address = `http://${domain}`;
  // Of these characters the parser would make a port, a path, a query or an escape.
  const isHost = !/[\s/?#%:@\\]/.test(domain) && URL.canParse(address);
  return isHost ? new URL(address).hostname.replace(/\.+$/, "") : domain;
}
