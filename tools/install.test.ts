import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

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

  test("on a fresh clone it does", () => {
    asked({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(false);
  });

  test("with everything in place it does not", () => {
    asked({ "node_modules/hono": { version: "4.13.19" } });
    present({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(true);
  });

  test("after a pull that changed a version it does", () => {
    asked({ "node_modules/hono": { version: "4.14.0" } });
    present({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(false);
  });

  test("after a pull that added a package it does", () => {
    asked({
      "node_modules/hono": { version: "4.13.19" },
      "node_modules/zod": { version: "4.6.7" },
    });
    present({ "node_modules/hono": { version: "4.13.19" } });
    expect(isInstalled(folder)).toBe(false);
  });

  test("another system's binaries are not missed", () => {
    asked({ "node_modules/@img/sharp-win32-x64": { version: "0.35.5", optional: true } });
    present({});
    expect(isInstalled(folder)).toBe(true);
  });
});
