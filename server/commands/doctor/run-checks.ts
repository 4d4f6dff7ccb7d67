import { UnusableDatabaseError } from "#server/db/errors.ts";
import { type Check, type Finding, failed } from "#server/system/check.ts";
import { codeOf } from "#server/system/error-code.ts";

/** A line of the doctor's report. */
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

/** Describes an error in one line, with its code if the message does not contain it. */
function describeError(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const message = [said, cause].join(" ").replace(/\s+/g, " ");
  const code = codeOf(error);
  const words = message.trim().replace(/\.$/, "") || "it failed without a message";
  return code === undefined || words.includes(code) ? words : `${words} (${code})`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
