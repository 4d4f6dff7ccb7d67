import { describe, expect, it } from "vitest";
import { seedSignInMethods } from "#server/testing/auth/seed-sign-in-methods.ts";
import { useTestCommand } from "#server/testing/commands.ts";
import { testDatabaseKind } from "#server/testing/database/db.ts";
import { readRows } from "#server/testing/database/rows.ts";

const command = useTestCommand("account", { each: true });

describe.runIf(testDatabaseKind === "embedded")("a command on the embedded database", () => {
  it("is refused and changes nothing while a server has the database open, and works afterwards", async () => {
    const email = await command.within(async (db) => {
      const { user_id, email } = await seedSignInMethods(db);
      expect(await command.run("remove-factors", email)).toMatchObject({
        code: 1,
        output: expect.stringContaining("is in use by another Paraline process"),
      });
      const factors = await readRows(db, "auth.mfa_factors", { user_id }, ["id"]);
      expect(factors).toHaveLength(1);
      return email;
    });
    expect(await command.run("remove-factors", email)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`removed from ${email}`),
    });
    await command.within(async (db) => {
      for (const table of [
        "auth.mfa_factors",
        "auth.passkeys",
        "auth.recovery_code_sets",
        "auth.sessions",
      ] as const) {
        expect(await db.selectFrom(table).select("id").execute(), table).toEqual([]);
      }
    });
  });
});
