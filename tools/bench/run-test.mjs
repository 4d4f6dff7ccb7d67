import { inRoot, run } from "../run.mjs";

/**
 * Builds the product and runs one test file of the suite, with settings that make it do more.
 * @param {string} file
 * @param {Record<string, string>} env
 * @param {"postgres" | "embedded" | "unit"} [project]
 * @returns {Promise<number>} the exit code
 */
export async function runBenchTest(file, env, project = "postgres") {
  const { buildAll } = await import("../build/build-all.mjs");
  if (!(await buildAll())) return 1;
  const vitest = inRoot("node_modules/vitest/vitest.mjs");
  return run(process.execPath, [vitest, "run", "--project", project, file], { env });
}
