import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { inRoot } from "./run.mjs";

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [inRoot("tools/command.mjs"), "languages", ...args]);

it("the languages command lists the texts of a language that are still in English", async () => {
  const [turkish, german] = await Promise.all([run("check", "tr"), run("check", "de")]);
  expect(turkish.stdout).toBe("Nothing is in English.\n");
  expect(german.stdout).toBe(
    "templates.ts: templates.fit.2\ntemplates.ts: templates.creativeIdeaStance.2\n",
  );
});

it("the languages command overwrites no language, and renders none that is not listed", async () => {
  await expect(run("add", "de")).rejects.toMatchObject({
    stderr: expect.stringContaining("exists already"),
  });
  await expect(run("sheet", "xx")).rejects.toMatchObject({
    stderr: expect.stringContaining("has no xx"),
  });
});
