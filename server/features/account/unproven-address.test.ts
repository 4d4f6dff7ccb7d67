import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";

const database = useTestDatabase();
const app = useTestApp(database, { config: { on_loopback: false } });

it("deleting an account with somebody else's address leaves what that person asked for", async () => {
  const victim = "victim@paraline.example";
  await database.db
    .insertInto("mail_opt_outs")
    .values({
      id: crypto.randomUUID(),
      email: victim,
      owner_id: null,
      created_at: app.clock.now(),
    })
    .execute();
  const owner = await app.createOwner({ email: victim, proven: false });
  const erased = await app.as(owner, "DELETE", "/api/account", { email: victim });
  expect(await erased.json()).toEqual({ status: "deleted" });
  const kept = database.db.selectFrom("mail_opt_outs").where("email", "=", victim).select("id");
  expect(await kept.execute()).toHaveLength(1);
});
