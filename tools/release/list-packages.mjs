import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The packages that run in production, by the lockfile in a folder, as a document in the form of CycloneDX. npm names
 * the product after its folder (`npm sbom` has no option for that), so its name is corrected.
 * @param {string} folder
 * @returns {{ metadata: { component: Record<string, unknown> }, components: { name: string }[] }}
 */
export function listPackages(folder) {
  // A shell finds npm even on Windows, where it is a script.
  const output = execSync(
    "npm sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev --package-lock-only",
    {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const document = JSON.parse(output);
  const { name } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  document.metadata.component.name = name;
  return document;
}
