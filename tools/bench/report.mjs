/**
 * One line for each figure: what was measured, its limit, its target, and whether it meets them.
 *
 * @typedef {object} Line
 * @property {string} name
 * @property {number | undefined} value undefined: can't be measured on this machine
 * @property {(value: number) => string} show
 * @property {number} [bar] what a release must reach
 * @property {number} [aim]
 * @property {boolean} [moreIsBetter]
 *
 * @typedef {"aim" | "bar" | "missed" | "unassessed"} Verdict
 */

export const milliseconds = (/** @type {number} */ value) =>
  `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

const words = { aim: "reaches the aim", bar: "passes", missed: "MISSED", unassessed: "" };

/**
 * @param {Line} line
 * @returns {Verdict}
 */
function assessFigure({ value, bar, aim, moreIsBetter = false }) {
  if (value === undefined || bar === undefined) return "unassessed";
  const reaches = (/** @type {number} */ mark) => (moreIsBetter ? value >= mark : value <= mark);
  if (!reaches(bar)) return "missed";
  return aim !== undefined && reaches(aim) ? "aim" : "bar";
}

/**
 * @param {string} heading
 * @param {Line[]} lines
 */
export function printLines(heading, lines) {
  console.log(`\n${heading}`);
  console.log(row("", "value", "bar", "aim", ""));
  for (const line of lines) {
    const { name, value, show, bar, aim, moreIsBetter } = line;
    const mark = (/** @type {number | undefined} */ at) =>
      at === undefined ? "" : `${moreIsBetter ? "≥" : "≤"} ${show(at)}`;
    const shown = value === undefined ? "not measured here" : show(value);
    console.log(row(name, shown, mark(bar), mark(aim), words[assessFigure(line)]));
  }
}

/** Whether one of the bars is missed. @param {Line[]} lines */
export function isMissed(lines) {
  return lines.some((line) => assessFigure(line) === "missed");
}

/** @param {string[]} cells */
function row(...cells) {
  const widths = [62, 18, 12, 12, 0];
  return `  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join("  ")}`.trimEnd();
}
