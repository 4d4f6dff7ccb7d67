import { expect, it } from "vitest";
import { useTestCommand } from "#server/testing/commands.ts";

const unreachableUrl = "postgres://me:a-password@127.0.0.1:1/paraline";
const move = useTestCommand("data-move");

it("a move to a server that does not answer ends with a sentence without its password", async () => {
  expect(await move.run("--to", unreachableUrl)).toEqual({
    code: 1,
    output: "--to cannot be used: the server at 127.0.0.1:1 does not answer (ECONNREFUSED).\n",
  });
});
