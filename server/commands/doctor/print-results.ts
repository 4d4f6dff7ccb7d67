import type { Result } from "./run-checks.ts";

/** A line for each result, aligned, in plain characters, so that it suits a terminal, a log and an email from cron. */
export function printResults(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ check }) => check.length));
  const lines = results.map(
    ({ check, ok, detail }) => `${ok ? "ok  " : "FIX "}  ${check.padEnd(width)}  ${detail}`,
  );
  const wrongs = results.filter(({ ok }) => !ok).length;
  const summary =
    wrongs === 0
      ? "Everything is in order."
      : `${wrongs} of ${results.length} checks found something to correct.`;
  return `${lines.join("\n")}\n\n${summary}\n`;
}
