import { inRoot, run } from "../run.mjs";

/**
 * Builds the product and runs one test file of the suite on PostgreSQL, with settings that make it do more.
 * @param {string} file
 * @param {Record<string, string>} env
 * @returns {Promise<number>} the exit code
 */
export async function runBenchTest(file, env) {
  const { buildAll } = await import("../build/build-all.mjs");
  if (!(await buildAll())) return 1;
  const vitest = inRoot("node_modules/vitest/vitest.mjs");
  return run(process.execPath, [vitest, "run", "--project", "postgres", file], { env });
}
