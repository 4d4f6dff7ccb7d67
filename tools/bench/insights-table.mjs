import { milliseconds } from "./report.mjs";

/**
 * @typedef {import("../../lab/insights/summarize-scores.ts").Figures} Figures
 * @typedef {import("../../lab/insights/summarize-scores.ts").Share} Share
 * @typedef {import("../../lab/insights/summarize-scores.ts").CircleGroup} CircleGroup
 *
 * The tokens that were used; undefined where the model's server reports none.
 * @typedef {{ read: number, written: number } | undefined} Spent
 *
 * @typedef {object} EngineResult
 * @property {string} name
 * @property {"local" | "model"} kind
 * @property {string | null} prompt_version
 * @property {string | undefined} stopped why it read no further
 * @property {Partial<Record<CircleGroup, { figures: Figures, spent?: Spent }>>} groups
 */

/** @type {Record<CircleGroup, string>} */
const groupNames = {
  held_out: "Held-out circles",
  other_languages_held_out: "Held-out circles in other languages",
  tuning: "Tuning circles, which the local engine was changed for",
  other_languages_tuning: "Tuning circles in other languages",
};

/** @type {[name: string, show: (figures: Figures, spent: Spent) => string][]} */
const rows = [
  ["circles read", ({ circles, failed }) => `${circles - failed} of ${circles}`],
  ["overall view: right, where there is one", ({ right }) => share(right)],
  ["  counted from ratings: right", ({ rightCounted }) => share(rightCounted)],
  ["overall view: there is one", ({ speaks }) => share(speaks)],
  ["  where at least 3 people rated", ({ speaksWhereRated }) => share(speaksWhereRated)],
  ["  right by the stance question", ({ rightBySource }) => share(rightBySource.stance)],
  ["  right by other ratings", ({ rightBySource }) => share(rightBySource.ratings)],
  ["  right by the model's reading", ({ rightBySource }) => share(rightBySource.model)],
  ["themes by their titles", ({ themesByTitle }) => share(themesByTitle)],
  ["themes by titles or quotes", ({ themesByText }) => share(themesByText)],
  ["shared themes that are expected ones", ({ themesRight }) => share(themesRight)],
  ["strengths: right, where said", ({ strengths }) => share(strengths.precision)],
  ["  found, of those expected", ({ strengths }) => share(strengths.coverage)],
  ["  nothing said, of those asked", ({ strengths }) => share(strengths.abstentions)],
  ["worries: right, where said", ({ worries }) => share(worries.precision)],
  ["  found, of those expected", ({ worries }) => share(worries.coverage)],
  ["  nothing said, of those asked", ({ worries }) => share(worries.abstentions)],
  ["quotes word for word", ({ quotes }) => share(quotes)],
  ["forbidden claims written / shown", ({ claims }) => both(claims, sumClaims)],
  ["  names in anonymous circles", ({ claims }) => both(claims, ({ name }) => name)],
  ["  counts in sentences", ({ claims }) => both(claims, ({ count }) => count)],
  ["  “everyone”", ({ claims }) => both(claims, ({ everyone }) => everyone)],
  ["  claims with no quote", ({ claims }) => both(claims, ({ no_quote }) => no_quote)],
  ["time for a circle, median", ({ medianMs }) => (medianMs === undefined ? "–" : time(medianMs))],
  [
    "tokens read / written for a circle",
    ({ circles }, spent) =>
      spent === undefined
        ? "–"
        : `${Math.round(spent.read / circles)} / ${Math.round(spent.written / circles)}`,
  ],
];

/** The figures of every engine beside each other. @param {EngineResult[]} engines */
export function printTable(engines) {
  const groups = /** @type {CircleGroup[]} */ (Object.keys(groupNames));
  for (const group of groups) {
    const columns = engines.map(({ groups: measured }) => ({ ...measured[group] }));
    if (columns.every(({ figures }) => figures === undefined)) continue;
    console.log(`\n${groupNames[group]}`);
    console.log(
      line(
        "",
        engines.map(({ name }) => name),
      ),
    );
    for (const [name, show] of rows) {
      const cells = columns.map(({ figures, spent }) =>
        figures === undefined ? "–" : show(figures, spent),
      );
      if (cells.some((cell) => cell !== "–")) console.log(line(name, cells));
    }
  }
}

/** @param {Share} value "86 % (12 of 14)" */
export function share({ part, whole }) {
  return whole === 0 ? "–" : `${Math.floor((part / whole) * 100)} % (${part} of ${whole})`;
}

/** @typedef {Figures["claims"]["made"]} Claims */

/** @param {Figures["claims"]} claims @param {(counts: Claims) => number} pick */
const both = ({ made, shown }, pick) => `${pick(made)} / ${pick(shown)}`;

const sumClaims = (/** @type {Claims} */ { name, count, everyone, no_quote }) =>
  name + count + everyone + no_quote;

const time = (/** @type {number} */ ms) =>
  ms < 1000 ? milliseconds(ms) : `${(ms / 1000).toFixed(1)} s`;

/** @param {string} name @param {string[]} cells */
const line = (name, cells) =>
  `  ${name.padEnd(41)}${cells.map((cell) => cell.padStart(22)).join("")}`;
