import { expect, it } from "vitest";
import { useTestCommand } from "#server/testing/commands.ts";

const command = useTestCommand("keys-rotate", { settings: { AUTH_SIGNING_ALGORITHM: "RS256" } });

const states = () =>
  command.within(async (db) => {
    const rows = await db.selectFrom("auth.signing_keys").select("state").execute();
    return rows.map(({ state }) => state).sort();
  });

it("an operator prepares a key, makes it sign at once, and removes every former one", {
  timeout: 120_000,
}, async () => {
  const prepared = await command.run();
  expect(prepared.output).toMatch(/^The key \S+ is published, and signs from 20\S+Z on/);
  expect(prepared.code).toBe(0);
  expect(await states()).toEqual(["current", "standby"]);

  const replaced = await command.run("--now");
  expect(replaced.output).toMatch(
    /^The key \S+ signs from now on\. Tokens of the former key stay valid until they end\.\n$/,
  );
  expect(await states()).toEqual(["current", "previous"]);

  const cleared = await command.run("--now", "--compromised");
  expect(cleared.output).toContain("2 former keys were removed");
  expect(await states()).toEqual(["current"]);
});

it("an operator who mistypes the command gets its usage, and nothing changes", async () => {
  const { code, output } = await command.run("--compromized");
  expect([code, output]).toEqual([2, expect.stringContaining("npm run keys:rotate -- --now")]);
  expect(await states()).toEqual(["current"]);
});
