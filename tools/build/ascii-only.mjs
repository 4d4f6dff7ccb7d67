// Rolldown's `charset: "ascii"` leaves tagged templates as they are, and a single other character makes every character
// take two bytes.

/**
 * Code with escapes for the characters that ASCII lacks. The escapes mean the same in strings, templates and regular
 * expressions, and in patterns that `String.raw` writes for `RegExp`.
 * @param {string} code without comments
 */
export function toAscii(code) {
  return code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
