import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { migrations } from "./list.ts";

const app = useTestApp();
const { create, person, answer } = app.circles;

/** What the two migrations request in this database, which they leave unchanged. */
async function listRequested(): Promise<Record<string, string[]>> {
  const requested: Record<string, string[]> = {};
  const undone = new Error("undone");
  for (const name of ["0037-former-plain-texts", "0040-former-samples"]) {
    await expect(
      app.db.transaction().execute(async (tx) => {
        await sql`delete from disk_cleanups`.execute(tx);
        await migrations[name]?.up(tx);
        const rows = await tx.selectFrom("disk_cleanups").select("reach").execute();
        requested[name.slice(0, 4)] = rows.map(({ reach }) => reach).toSorted();
        throw undone;
      }),
    ).rejects.toBe(undone);
  }
  return requested;
}

const both = { "0037": ["plain texts"], "0040": ["plain texts", "samples"] };

it("an upgrade requests that a database be rewritten if plain texts may be left in it, but not a new one", async () => {
  // Makes the database look new: an earlier test file of this worker may have left pages behind.
  await sql`truncate feedback cascade`.execute(app.db);
  expect(await listRequested()).toEqual({ "0037": [], "0040": [] });

  const owner = await app.createOwner();
  expect(await listRequested()).toEqual(both);

  // A deleted account leaves its answers in the pages of the table.
  const circle = await create(owner, { is_anonymous: false, people: ["ana"] });
  expect((await answer((await person(circle, "ana")).invite_token)).status).toBe(201);
  expect((await app.as(owner, "DELETE", "/api/account", { email: owner.email })).status).toBe(200);
  await app.work();
  expect(await app.db.selectFrom("auth.users").select("id").execute()).toEqual([]);
  expect(await listRequested()).toEqual(both);
});
