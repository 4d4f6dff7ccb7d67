import { readFileSync } from "node:fs";
import { inRoot } from "../../run.mjs";

/**
 * A file of `deploy/`, in which everything that has to differ in a test is replaced.
 * @throws Error if it lacks something that is to be replaced
 */
export function readExample(file: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} lacks ${from}.`);
      return text.replaceAll(from, to);
    },
    readFileSync(inRoot("deploy", file), "utf8"),
  );
}
