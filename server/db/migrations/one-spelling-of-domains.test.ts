import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth/auth.ts";
import { migrations } from "./list.ts";

const auth = useTestAuth();

it("an account whose domain has letters beyond ASCII can be found after the migration, unless the mailbox has two accounts", async () => {
  const store = async (email: string) => {
    const { user_id, client, email: before } = await auth.signUp();
    await client.resetPasswordForEmail(before);
    const { db } = auth;
    const flows = db.selectFrom("auth.flow_state").where("user_id", "=", user_id).select("email");
    const mails = db.selectFrom("mails").where("user_id", "=", user_id).select("to_address");
    await db.updateTable("auth.users").set({ email }).where("id", "=", user_id).execute();
    await sql`update auth.flow_state set email = ${email} where user_id = ${user_id}`.execute(db);
    await sql`update mails set to_address = ${email} where user_id = ${user_id}`.execute(db);
    return async () => {
      const addresses = new Set([
        (await auth.userOf(user_id)).email,
        (await flows.executeTakeFirstOrThrow()).email,
        (await mails.executeTakeFirstOrThrow()).to_address,
      ]);
      return [...addresses].join();
    };
  };
  const single = await store("ana@b\u00fccher.example");
  const first = await store("ben@xn--bcher-kva.example");
  const second = await store("ben@b\u00fccher.example");
  const local = await store("j\u00f6rg@paraline.example");

  await auth.db.transaction().execute(async (tx) => {
    await migrations["0048-one-spelling-of-domains"]?.up(tx);
  });

  expect(await single()).toBe("ana@xn--bcher-kva.example");
  expect(await first()).toBe("ben@xn--bcher-kva.example");
  expect(await second()).toBe("ben@b\u00fccher.example");
  expect(await local()).toBe("j\u00f6rg@paraline.example");
});
