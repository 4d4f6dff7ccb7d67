import { distance } from "fastest-levenshtein";

/** Environment names that look like misspellings of ours. */
export function findTypos(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < 4) return [];
    const allowed = name.length < 8 ? 1 : 2;
    const meant = known.find((candidate) => distance(name, candidate) <= allowed);
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}
