/**
 * The types of lines to which codes are sent. A text to any other line, such as a premium or personal number, a
 * satellite or a network of no country, is expensive, which fraudsters exploit.
 */
const acceptedLines = new Set(["MOBILE", "FIXED_LINE_OR_MOBILE", "FIXED_LINE", "VOIP"]);

/**
 * A number in E.164 form, such as +351912345678; undefined if it is not an international number to which texts can be
 * sent.
 */
export async function readPhoneNumber(typed: string): Promise<string | undefined> {
  if (!/^\s*\+/.test(typed)) return undefined;
  // The rules of all countries take megabytes, and few processes need them.
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/max");
  const number = parsePhoneNumberFromString(typed, { extract: false });
  if (!number?.isValid() || number.ext !== undefined) return undefined;
  if (number.isNonGeographic() || !acceptedLines.has(number.getType() ?? "")) return undefined;
  return number.number;
}

const shownDigits = 2;

/** The last digits of a number, which are enough to recognise one's own. */
export function endingOf(number: string): string {
  return number.slice(-shownDigits);
}
