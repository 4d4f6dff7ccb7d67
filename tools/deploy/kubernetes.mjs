import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";
import { inRoot } from "../run.mjs";
import { npmFolder, requireFromNpm, runChecker } from "./programs.mjs";

const file = "deploy/kubernetes/paraline.yaml";

/**
 * Checks each manifest against the Kubernetes API: its values with the schemas of the API, and its fields with the
 * types made from them, because the schemas allow further fields and a cluster does not.
 * @param {string} folder
 * @returns {import("./check-deployment.mjs").Finding[]}
 */
export function checkManifests(folder) {
  if (requireFromNpm() === undefined) {
    return [{ file, missing: "kubernetes-models could not be installed" }];
  }
  /** @type {{ apiVersion: string, kind: string }[]} */
  const manifests = parseAllDocuments(readFileSync(inRoot(file), "utf8")).map((document) =>
    document.toJS(),
  );
  symlinkSync(path.join(npmFolder, "node_modules"), path.join(folder, "node_modules"));
  const program = path.join(folder, "manifests.ts");
  writeFileSync(
    program,
    manifests
      .flatMap(({ apiVersion, kind, ...fields }, place) => [
        `import { ${kind} as Kind${place} } from "kubernetes-models/${apiVersion}";`,
        `new Kind${place}(${JSON.stringify(fields, null, 1)}).validate();`,
      ])
      .join("\n"),
  );
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const tsc = inRoot("node_modules/typescript-7/bin/tsc");
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  const problems = [[tsc, ...options, program], [program]].flatMap(
    (args) => runChecker(process.execPath, args, { cwd: folder }).problems,
  );
  return [{ file, by: `${manifests.length} manifests, kubernetes-models`, problems }];
}
