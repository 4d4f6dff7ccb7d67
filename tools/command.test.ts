import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inRoot } from "./run.mjs";

const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** These are other programs with a help of their own. */
const ofOthers = ["audit", "format"];
const own = Object.entries(scripts).filter(([name]) => !ofOthers.includes(name));

test.for(own)(
  "npm run %s says on --help what it does, and does nothing",
  async ([name, script]) => {
    expect(script).toBe(`exec node tools/command.mjs ${name}`);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["tools/command.mjs", name, "--help"],
      { cwd: inRoot() },
    );
    expect(stdout).toContain(["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`);
    expect(stderr).toBe("");
  },
);
