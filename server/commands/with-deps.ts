import { createDeps, type Deps } from "#server/deps.ts";
import { createLog } from "#server/system/log.ts";

/**
 * Runs a command with what a process owns, which is closed afterwards. No jobs run: the server does what the command
 * enqueues, now or when it starts.
 * @throws DirectoryInUseError while a server has the embedded database open
 */
export async function withDeps<Result>(
  { config, openPayments }: Parameters<typeof createDeps>[0],
  run: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const loaded = { config: { ...config, role: "web" as const }, openPayments };
  const deps = await createDeps(loaded, createLog(config.logLevel));
  try {
    return await run(deps);
  } finally {
    await deps.close();
  }
}
