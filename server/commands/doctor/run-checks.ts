import { listSettings } from "#server/config/config.ts";
import { UnusableDatabaseError } from "#server/db/errors.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { type Check, type Finding, failed } from "#server/system/check.ts";
import { findErrorCode } from "#server/system/error-code.ts";

export interface Result extends Finding {
  check: string;
}

const defaultSeconds = 10;

/** Runs all checks at once, each within its time limit. Whatever one does, the others return results, in order. */
export function runChecks(checks: readonly Check[]): Promise<Result[]> {
  return Promise.all(
    checks.map(async ({ name, run, seconds = defaultSeconds }) => {
      const signal = AbortSignal.timeout(seconds * 1000);
      const { ok, detail } = await Promise.race([
        attempt(() => run(signal)),
        aborted(signal).then(() => failed(`It did not end within ${seconds} seconds.`)),
      ]);
      return { check: name, ok, detail };
    }),
  );
}

async function attempt(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UnusableDatabaseError) return failed(error.message);
    return failed(`This could not be checked: ${describeError(error)}.`);
  }
}

function describeError(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const message = [said, cause].join(" ").replace(/\s+/g, " ");
  const code = findErrorCode(error);
  const words = message.trim().replace(/\.$/, "") || "it failed without a message";
  return code === undefined || words.includes(code) ? words : `${words} (${code})`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

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

const secretNames = /SECRET|KEY|TOKEN|PASSWORD/;
/** Shorter secrets would be found in ordinary words. */
const shortest = 6;

/** The results without any secret of the settings, whatever an outside service or a library wrote into a message. */
export function redactSecrets(
  results: readonly Result[],
  environment: NodeJS.ProcessEnv,
): Result[] {
  const secrets = listSecrets(environment);
  return results.map(({ check, ok, detail }) => ({
    check,
    ok,
    detail: secrets.reduce((text, secret) => text.replaceAll(secret, "***"), detail),
  }));
}

function listSecrets(environment: NodeJS.ProcessEnv): string[] {
  const found = Object.keys(listSettings(paymentSettings)).flatMap((name) => {
    const value = environment[name]?.trim() ?? "";
    return secretNames.test(name) ? [value] : passwordsIn(value);
  });
  // The longest secrets are replaced first, because one may contain another.
  return found
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length);
}

function passwordsIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : "";
  if (password === "") return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
