/** An entry, or `mark` followed by the hash that shows which secret the entries are keyed with. */
const linePattern = /^(?:mark )?[\w-]{32}$/;

/** The lines of a day. Anything else, such as the rest of a line that was cut off, is left out. */
export function parseLines(text: string): Set<string> {
  return new Set(text.split("\n").filter((line) => linePattern.test(line)));
}

/** Returns the lines sorted, so that their order reveals nothing and the same lines always give the same text. */
export function formatLines(lines: Iterable<string>): string {
  return [...lines]
    .toSorted()
    .map((line) => `${line}\n`)
    .join("");
}
