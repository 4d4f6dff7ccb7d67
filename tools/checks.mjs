import { inRoot, run } from "./run.mjs";

/**
 * What `npm run check` runs, and `npm test` too.
 * @type {{ name: string, program: string, args: string[] }[]}
 */
const checks = [
  {
    name: "format and lint",
    program: inRoot("node_modules/@biomejs/biome/bin/biome"),
    args: ["check", "--error-on-warnings"],
  },
  { name: "types", program: inRoot("node_modules/typescript/bin/tsc"), args: ["-b"] },
  { name: "import fence", program: inRoot("tools/fence.mjs"), args: [] },
];

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function runChecks() {
  let failed = 0;
  for (const { name, program, args } of checks) {
    const began = performance.now();
    const code = await run(process.execPath, [program, ...args]);
    const took = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${took} s)`);
    if (code !== 0) failed += 1;
  }
  return { passed: checks.length - failed, failed };
}
