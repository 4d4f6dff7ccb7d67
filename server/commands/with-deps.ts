import { createDeps, type Deps } from "#server/deps.ts";
import { createLog } from "#server/system/log.ts";

/** No jobs run: the server does what the command enqueues. @throws DirectoryInUseError */
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
