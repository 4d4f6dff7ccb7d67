import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseAllDocuments, stringify } from "yaml";
import { findOrUnpack, installDebianPackages } from "../debian-packages.mjs";
import { inRoot } from "../run.mjs";

/** @typedef {{ program: string, args: string[], env?: Record<string, string>, cwd?: string }} Call */

/**
 * The checks by the file that they are about: what has to accept it. They may write into a temporary folder. Undefined if
 * there is no such program.
 * @type {Record<string, (folder: string) => Call[] | undefined>}
 */
const checks = {
  "deploy/compose.yaml": resolveCompose,
  "deploy/kubernetes/paraline.yaml": validateManifests,
  "deploy/prometheus/prometheus.yaml": () =>
    listCalls("promtool", "prometheus", [
      ...["check", "config", inRoot("deploy/prometheus/prometheus.yaml")],
    ]),
  "deploy/prometheus/alerts.yaml": () =>
    listCalls("promtool", "prometheus", [
      ...["test", "rules", inRoot("deploy/prometheus/alerts.test.yaml")],
    ]),
  "deploy/grafana/paraline.json": readExpressions,
  "deploy/prometheus/alertmanager.yaml": () =>
    listCalls("amtool", "prometheus-alertmanager", [
      ...["check-config", inRoot("deploy/prometheus/alertmanager.yaml")],
    ]),
  "deploy/caddy/Caddyfile": (folder) =>
    listCalls(
      "caddy",
      "caddy",
      ["validate", "--config", inRoot("deploy/caddy/Caddyfile"), "--adapter", "caddyfile"],
      { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    ),
  "deploy/nginx/paraline.conf": testNginx,
};

/**
 * Checks the files of `deploy/` with the programs that will use them. Missing programs are installed or unpacked if
 * possible.
 * @returns {number} the exit code: 1 if one of them refuses a file
 */
export function checkDeployment() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [file, check] of Object.entries(checks)) {
    const folder = mkdtempSync(path.join(tmpdir(), "paraline-deploy-"));
    try {
      const calls = check(folder);
      const problems = calls?.flatMap(runCall) ?? [];
      const result = calls === undefined ? "skipped" : problems.length > 0 ? "failed" : "passed";
      counts[result] += 1;
      console.log(`${result.padEnd(7)} ${file}`);
      for (const problem of problems) console.log(`         ${problem}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const { passed, failed, skipped } = counts;
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed === 0 ? 0 : 1;
}

/**
 * @param {string} name of a program, or of one in a Debian package
 * @param {string} debianPackage
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function listCalls(name, debianPackage, args, env = {}) {
  const program = findOrUnpack(name, debianPackage);
  return program === undefined ? undefined : [{ program, args, env }];
}

/** What a program says if it does not end with 0. @param {Call} call */
function runCall({ program, args, env, cwd }) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  const output = `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`;
  return status === 0 ? [] : [...new Set(output.split("\n").filter((line) => line.trim() !== ""))];
}

/** Docker Compose resolves the file with the settings of the example, for which it needs no Docker engine. @param {string} folder */
function resolveCompose(folder) {
  const find = () =>
    [["docker", "compose"], ["docker-compose"]].find(
      ([program = "", ...args]) => spawnSync(program, [...args, "version"]).status === 0,
    );
  if (!find() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    installDebianPackages(["docker-compose"]);
  }
  const [program, ...args] = find() ?? [];
  if (program === undefined) return undefined;
  const [settings, file] = [path.join(folder, "compose.env"), path.join(folder, "compose.yaml")];
  const example = readFileSync(inRoot("deploy/compose.env.example"), "utf8");
  writeFileSync(settings, example.replaceAll(/^(\w+)=$/gm, "$1=0123456789abcdef"));
  // Versions before 2 do not know the project's name.
  const text = readFileSync(inRoot("deploy/compose.yaml"), "utf8");
  writeFileSync(file, program === "docker" ? text : text.replace(/^name:.*$/m, ""));
  return [{ program, args: [...args, "--env-file", settings, "-f", file, "config", "--quiet"] }];
}

/**
 * Each manifest against the Kubernetes API: its values with the schemas of the API, and its fields with the types made
 * from them, because the schemas allow further fields and a cluster does not.
 * @param {string} folder
 */
function validateManifests(folder) {
  const manifests = parseAllDocuments(
    readFileSync(inRoot("deploy/kubernetes/paraline.yaml"), "utf8"),
  ).map((document) => document.toJS());
  const dependencies = { "kubernetes-models": "5.1.0" };
  const description = { type: "module", private: true, dependencies };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(description));
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
  if (spawnSync("npm", install, { cwd: folder, stdio: "ignore" }).status !== 0) return undefined;
  const lines = manifests.flatMap(({ apiVersion, kind, ...fields }, place) => [
    `import { ${kind} as Kind${place} } from "kubernetes-models/${apiVersion}";`,
    `new Kind${place}(${JSON.stringify(fields, null, 1)}).validate();`,
  ]);
  writeFileSync(path.join(folder, "manifests.ts"), lines.join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  const tsc = inRoot("node_modules/typescript-7/bin/tsc");
  return [[tsc, ...options, "manifests.ts"], ["manifests.ts"]].map((args) => ({
    program: process.execPath,
    args,
    cwd: folder,
  }));
}

/** The queries of the dashboard, with a value instead of each of Grafana's variables. @param {string} folder */
function readExpressions(folder) {
  /** @type {{ panels: { targets?: { expr: string }[] }[] }} */
  const { panels } = JSON.parse(readFileSync(inRoot("deploy/grafana/paraline.json"), "utf8"));
  const groups = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, place) => ({
      name: `expression ${place}`,
      rules: [{ record: "panel", expr: expr.replaceAll("$instance", ".*") }],
    }));
  const file = path.join(folder, "panels.yaml");
  writeFileSync(file, stringify({ groups }));
  return listCalls("promtool", "prometheus", ["check", "rules", file]);
}

/** nginx reads the files as they are, with https and a certificate. @param {string} folder */
function testNginx(folder) {
  const place = (/** @type {string} */ name) => path.join(folder, name);
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-subj", "/CN=paraline.example", "-keyout", place("key"), "-out", place("certificate")],
  ]);
  if (made.status !== 0) return undefined;
  const site = readFileSync(inRoot("deploy/nginx/paraline.conf"), "utf8")
    .replace("/etc/ssl/paraline.pem", place("certificate"))
    .replace("/etc/ssl/paraline.key", place("key"))
    .replace("/etc/nginx/paraline-processes.conf", inRoot("deploy/nginx/paraline-processes.conf"))
    .replaceAll("/var/log/nginx/error.log", place("error.log"));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${place(kind)};`,
  );
  const lines = [`pid ${place("nginx.pid")};`, "events {}", "http {", ...paths, site, "}"];
  writeFileSync(place("nginx.conf"), lines.join("\n"));
  return listCalls("nginx", "nginx", ["-t", "-e", place("error.log"), "-c", place("nginx.conf")]);
}
