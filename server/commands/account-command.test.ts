import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { seedSignInMethods } from "#server/testing/auth/seed-sign-in-methods.ts";
import { useTestCommand } from "#server/testing/commands.ts";
import { readRows } from "#server/testing/database/rows.ts";
import { seedOwner } from "#server/testing/seed-circle.ts";

const command = useTestCommand("account", { each: true });

describe("npm run account -- remove-factors", () => {
  it("removes the second steps, the recovery codes, the passkeys and the password, ends every session and the change of address that one may have requested, notes it and requests the email", async () => {
    const { user_id, email } = await command.within(seedSignInMethods);
    const user = {
      new_email: "other@paraline.example",
      email_change_asked_at: new Date(),
      password_hash: "known to a thief",
    };
    await command.within((db) =>
      db.updateTable("auth.users").set(user).where("id", "=", user_id).execute(),
    );
    const { code, output } = await command.run("remove-factors", email.toUpperCase());
    expect([code, output]).toEqual([0, expect.stringContaining(`removed from ${email}`)]);
    expect(output).toContain("“Forgot password?”");
    await command.within(async (db) => {
      const mine = async (
        table: "auth.mfa_factors" | "auth.passkeys" | "auth.recovery_code_sets" | "auth.sessions",
      ) => db.selectFrom(table).where("user_id", "=", user_id).select("id").execute();
      expect(await mine("auth.mfa_factors")).toEqual([]);
      expect(await mine("auth.passkeys")).toEqual([]);
      expect(await mine("auth.recovery_code_sets")).toEqual([]);
      expect(await mine("auth.sessions")).toEqual([]);
      const account = db
        .selectFrom("auth.users")
        .where("id", "=", user_id)
        .select(["new_email", "password_hash"]);
      expect(await account.execute()).toEqual([{ new_email: null, password_hash: null }]);
      const audit = await readRows(db, "auth.audit_log", { user_id }, ["action", "details"]);
      expect(audit).toMatchObject([
        { action: "factor_unenrolled", details: { by_operator: true } },
      ]);
      const emails = await db
        .selectFrom("emails")
        .select(["kind", "to_address", "state"])
        .execute();
      expect(emails).toEqual([
        { kind: "auth_factors_removed_by_operator", to_address: email, state: "queued" },
      ]);
    });
  });

  it("says so when there is no such account, no second step, or no such command", async () => {
    const email = await command.within(async (db) => {
      const { email } = await seedOwner(db, { now: new Date() });
      return email;
    });
    expect(await command.run("remove-factors", email)).toMatchObject({
      code: 0,
      output: expect.stringContaining("has no second step"),
    });
    expect(await command.run("remove-factors", "nobody@paraline.example")).toMatchObject({
      code: 1,
      output: expect.stringContaining("No account has the address"),
    });
    expect(await command.run("remove-everything")).toMatchObject({
      code: 2,
      output: expect.stringContaining("npm run account -- remove-factors ADDRESS"),
    });
  });
});

describe("npm run account -- invite", () => {
  it("lets an address sign up, once, and says where and that no email was sent", async () => {
    const email = `${randomUUID()}@paraline.example`;
    const first = await command.run("invite", email.toUpperCase());
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining("may now sign up") });
    expect(first.output).toContain("/auth?mode=signup");
    expect(first.output).toContain("AUTH_SIGN_UP=invited");
    expect((await command.run("invite", email)).output).toContain("could sign up already");
    await command.within(async (db) => {
      const invited = await db.selectFrom("auth.invited_addresses").select("email").execute();
      expect(invited).toEqual([{ email }]);
    });
  });

  it("refuses what is not an address, and changes nothing for an address that has an account", async () => {
    expect(await command.run("invite", "nobody")).toMatchObject({
      code: 1,
      output: expect.stringContaining("is not an email address"),
    });
    const { email } = await command.within((db) => seedOwner(db, { now: new Date() }));
    expect((await command.run("invite", email)).output).toContain("has an account already");
  });
});
