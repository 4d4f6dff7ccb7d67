import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { install, isInstalled } from "./install.mjs";

describe("npm start knows whether it has to install", () => {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "paraline-install-"));
    mkdirSync(path.join(folder, "node_modules"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const asked = (packages: Record<string, object>) =>
    writeFileSync(
      path.join(folder, "package-lock.json"),
      JSON.stringify({ packages: { "": { version: "1.0.0" }, ...packages } }),
    );
  const present = (packages: Record<string, object>) =>
    writeFileSync(
      path.join(folder, "node_modules", ".package-lock.json"),
      JSON.stringify({ packages }),
    );

  test("npm start installs on a fresh clone", () => {
    asked({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(false);
  });

  test("npm start installs nothing with everything in place", () => {
    asked({ "node_modules/hono": { version: "4.13.19" } });
    present({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(true);
  });

  test("npm start installs after a pull that changed a version", () => {
    asked({ "node_modules/hono": { version: "4.14.0" } });
    present({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(false);
  });

  test("npm start installs after a pull that added a package", () => {
    asked({
      "node_modules/hono": { version: "4.13.19" },
      "node_modules/zod": { version: "4.6.7" },
    });
    present({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(false);
  });

  test("npm start updates node_modules to the lockfile after a pull that changed a version", () => {
    // It is created in another folder, as by someone else, because npm would record it in node_modules.
    const elsewhere = path.join(folder, "elsewhere");
    const npm = (...args: string[]) =>
      execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund"], {
        cwd: elsewhere,
        stdio: "pipe",
      });
    const write = (file: string, content: object) =>
      writeFileSync(path.join(elsewhere, file), JSON.stringify(content));
    /** What a pull changes: package.json and the lockfile, for one version of the only dependency. */
    const pull = (version: string) => {
      mkdirSync(path.join(elsewhere, "greeting"), { recursive: true });
      write("greeting/package.json", { name: "greeting", version });
      npm("pack", "./greeting");
      write("package.json", {
        name: "fixture",
        version: "1.0.0",
        dependencies: { greeting: `file:greeting-${version}.tgz` },
      });
      npm("install", "--package-lock-only");
      for (const file of ["package.json", "package-lock.json", `greeting-${version}.tgz`]) {
        copyFileSync(path.join(elsewhere, file), path.join(folder, file));
      }
    };
    const there = () =>
      JSON.parse(readFileSync(path.join(folder, "node_modules/greeting/package.json"), "utf8"));

    pull("1.0.0");
    expect(isInstalled(folder)).toBe(false);
    expect(install(folder)).toBe(true);
    expect(isInstalled(folder)).toBe(true);
    expect(there().version).toBe("1.0.0");

    pull("2.0.0");
    const lockfile = readFileSync(path.join(folder, "package-lock.json"), "utf8");
    expect(isInstalled(folder)).toBe(false);
    expect(install(folder)).toBe(true);
    expect(isInstalled(folder)).toBe(true);
    expect(there().version).toBe("2.0.0");
    expect(readFileSync(path.join(folder, "package-lock.json"), "utf8")).toBe(lockfile);
  }, 120_000);

  test("another system's binaries are not missed", () => {
    asked({ "node_modules/@img/sharp-win32-x64": { version: "0.35.5", optional: true } });
    present({});
    expect(isInstalled(folder)).toBe(true);
  });
});
