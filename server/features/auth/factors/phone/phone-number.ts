/**
 * Lines to which codes are sent. A text to any other, such as a premium or personal number, a satellite or a network of
 * no country, costs more than it should, which fraudsters exploit.
 */
const acceptedLines = new Set(["MOBILE", "FIXED_LINE_OR_MOBILE", "FIXED_LINE", "VOIP"]);

/** A number in E.164, such as +351912345678; undefined for what is no international number that texts can go to. */
export async function readPhoneNumber(typed: string): Promise<string | undefined> {
  if (!/^\s*\+/.test(typed)) return undefined;
  // The rules of all countries take megabytes, and few processes ever need them.
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/max");
  const number = parsePhoneNumberFromString(typed, { extract: false });
  if (!number?.isValid() || number.ext !== undefined) return undefined;
  if (number.isNonGeographic() || !acceptedLines.has(number.getType() ?? "")) return undefined;
  return number.number;
}

const shownDigits = 2;

/** The last digits of a number: enough to recognise one's own. */
export function endingOf(number: string): string {
  return number.slice(-shownDigits);
}
