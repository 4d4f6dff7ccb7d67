import { minuteMs } from "#contract/values/durations.ts";
import type { Deps } from "#server/deps.ts";

/** The job does so in only one process, but each folder has to be complete. */
export function writeErasureFolderEveryMinute({
  erasures,
  log,
}: Pick<Deps, "erasures" | "log">): () => void {
  const write = () => {
    erasures.writeFolder().catch((error: unknown) => {
      log.error({ err: error }, "the list of erasures could not be written to its folder");
    });
  };
  write();
  const timer = setInterval(write, minuteMs);
  return () => clearInterval(timer);
}
