import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Lines to which no code is sent: each text to them costs more than it should, which swindlers live on. */
const refusedLines = new Set([
  "PREMIUM_RATE",
  "SHARED_COST",
  "TOLL_FREE",
  "UAN",
  "VOICEMAIL",
  "PAGER",
]);

/** A number in E.164, such as +351912345678; undefined for what is no international number that texts can go to. */
export function readPhoneNumber(typed: string): string | undefined {
  if (!/^\s*\+/.test(typed)) return undefined;
  const number = parsePhoneNumberFromString(typed, { extract: false });
  if (!number?.isValid() || number.ext !== undefined) return undefined;
  return refusedLines.has(number.getType() ?? "") ? undefined : number.number;
}

const shownDigits = 2;

/** The last digits of a number: enough to recognise one's own. */
export function endingOf(number: string): string {
  return number.slice(-shownDigits);
}
