import { distance } from "fastest-levenshtein";

/**
 * Settings that operators may already set but this version ignores; it reports them instead of ignoring them silently.
 */
const ignoredSettings = [
  [
    /^S3_(?:BUCKET|ENDPOINT|REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|PUBLIC_URL)$/,
    "covers stay on disk",
  ],
] as const satisfies [RegExp, string][];

/** Settings that have no effect yet, one sentence each. */
export function findUnused(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    const [, consequence] = ignoredSettings.find(([pattern]) => pattern.test(name)) ?? [];
    if (consequence === undefined || !environment[name]?.trim()) return [];
    return [`${name} is set, but this version does not use it yet: ${consequence}.`];
  });
}

/** Environment names that look like misspellings of ours. */
export function findTypos(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < 4) return [];
    if (ignoredSettings.some(([pattern]) => pattern.test(name))) return [];
    const allowed = name.length < 8 ? 1 : 2;
    const meant = known.find((candidate) => distance(name, candidate) <= allowed);
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}
