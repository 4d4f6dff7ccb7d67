import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installDebianPackages } from "../debian-packages.mjs";
import { inRoot } from "../run.mjs";
import { runChecker } from "./programs.mjs";

const file = "deploy/compose.yaml";

/**
 * Checks that Docker Compose can resolve the file with the settings of the example. It needs no Docker engine for that.
 * @param {string} folder
 * @returns {import("./check-deployment.mjs").Finding[]}
 */
export function checkCompose(folder) {
  const found = findOrInstall();
  if (found === undefined) return [{ file, missing: "there is no Docker Compose" }];
  const { command, version } = found;
  const [program = "", ...args] = command;
  mkdirSync(path.join(folder, "deploy"));
  const place = (/** @type {string} */ name) => path.join(folder, "deploy", name);
  const text = readFileSync(inRoot(file), "utf8");
  // Versions before 2 do not know the project's name.
  writeFileSync(
    place("compose.yaml"),
    /^1\./.test(version) ? text.replace(/^name:.*$/m, "") : text,
  );
  const example = readFileSync(inRoot("deploy", "compose.env.example"), "utf8");
  writeFileSync(place("compose.env"), example.replaceAll(/^(\w+)=$/gm, "$1=0123456789abcdef"));
  const { problems } = runChecker(program, [
    ...args,
    ...["--env-file", place("compose.env"), "--file", place("compose.yaml")],
    ...["config", "--quiet"],
  ]);
  return [{ file, by: `Docker Compose ${version}`, problems }];
}

function findOrInstall() {
  const found = find();
  if (found || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  installDebianPackages(["docker-compose"]);
  return find();
}

function find() {
  for (const command of [["docker", "compose"], ["docker-compose"]]) {
    const [program = "", ...args] = command;
    const { status, stdout } = spawnSync(program, [...args, "version", "--short"], {
      encoding: "utf8",
    });
    if (status === 0) return { command, version: stdout.trim() };
  }
  return undefined;
}
