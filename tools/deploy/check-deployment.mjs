import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkCompose } from "./compose.mjs";
import { checkDockerfile, checkWorkflows } from "./image-and-workflows.mjs";
import { checkManifests } from "./kubernetes.mjs";
import { checkPrometheus } from "./prometheus.mjs";
import { checkCaddy, checkNginx } from "./proxies.mjs";

/**
 * The result for a file: what is wrong with it, or why it was not checked.
 * @typedef {{ file: string, by: string, problems: string[] } | { file: string, missing: string }} Finding
 */

const checks = [
  checkCompose,
  checkManifests,
  checkPrometheus,
  checkCaddy,
  checkNginx,
  checkDockerfile,
  checkWorkflows,
];

/**
 * Checks the files of `deploy/`, the Dockerfile and the workflows with the programs that will use them. Missing
 * programs are installed or unpacked if possible.
 * @returns {Promise<number>} the exit code: 1 if one of them refuses a file
 */
export async function checkDeployment() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const check of checks) {
    const folder = mkdtempSync(path.join(tmpdir(), "paraline-deploy-"));
    try {
      for (const finding of await check(folder)) {
        if ("missing" in finding) {
          counts.skipped += 1;
          console.log(`--     ${finding.file}: not checked, because ${finding.missing}`);
          continue;
        }
        const { file, by, problems } = finding;
        counts[problems.length === 0 ? "passed" : "failed"] += 1;
        console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${file}: ${by}`);
        for (const problem of problems) console.log(`         ${problem}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed` +
      (counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""),
  );
  return counts.failed === 0 ? 0 : 1;
}
