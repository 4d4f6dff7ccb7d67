import { inRoot, runGathered } from "../run.mjs";

/**
 * What `npm run check` runs; `npm test` runs it too.
 * @type {{ name: string, program: string, args: string[] }[]}
 */
const checks = [
  {
    name: "format and lint",
    program: inRoot("node_modules/@biomejs/biome/bin/biome"),
    args: ["check", "--error-on-warnings"],
  },
  {
    name: "types",
    program: inRoot("node_modules/typescript-7/bin/tsc"),
    // Every further thread would check the libraries' types again.
    args: ["-b", "--singleThreaded"],
  },
  { name: "import check", program: inRoot("tools/check/import-check.mjs"), args: [] },
  { name: "table owners", program: inRoot("tools/check/table-owners.mjs"), args: [] },
];

/**
 * Runs the checks in parallel, since each keeps at most one core busy. The output of each is printed when it has ended.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const codes = await Promise.all(
    checks.map(async ({ name, program, args }) => {
      const began = performance.now();
      const { code, output } = await runGathered(process.execPath, [program, ...args]);
      const took = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(output);
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${took} s)`);
      return code;
    }),
  );
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: checks.length - failed, failed };
}
