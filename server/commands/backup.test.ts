import { expect, it } from "vitest";
import { useTestCommand } from "#server/testing/commands.ts";

const backup = useTestCommand("backup");

it("a backup to the standard output is refused, and no file is named after it", async () => {
  expect(await backup.run("--to", "-")).toEqual({
    code: 1,
    output: "A backup is written to a file: name a file or a folder.\n",
  });
});
