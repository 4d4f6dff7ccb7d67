import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { migrations } from "./list.ts";

const app = useTestApp();
const { create, person, answer } = app.circles;

it("an earlier closing that showed one or two answers is final from now on", async () => {
  const owner = await app.createOwner();
  const people = ["ana", "ben", "cleo", "dan", "eve", "fay"];

  /**
   * Replays the history of a circle under the old rules: it closes after each group of answers, and is reopened for the
   * next group.
   */
  async function past(groups: number[], { show_if_few = true, is_anonymous = true } = {}) {
    const id = await create(owner, { is_anonymous, people });
    const left = [...people];
    for (const [index, count] of groups.entries()) {
      if (index > 0) {
        await forgetFinality();
        const reopened = await app.as(owner, "POST", `/api/circles/${id}/reopen`, {
          deadline: null,
        });
        expect(reopened.status).toBe(200);
      }
      for (const name of left.splice(0, count)) {
        const { invite_token } = await person(id, name);
        expect((await answer(invite_token, { show_if_few })).status).toBe(201);
      }
      app.clock.advance({ days: 1 });
      await app.as(owner, "POST", `/api/circles/${id}/close`);
    }
    return id;
  }
  const forgetFinality = () => sql`update circles set is_closed_for_good = false`.execute(app.db);

  const expected = new Map([
    [await past([1]), true],
    [await past([2]), true],
    [await past([4]), true],
    [await past([1, 2]), true],
    [await past([3]), false],
    [await past([6]), false],
    [await past([2], { show_if_few: false }), false],
    [await past([2], { is_anonymous: false }), false],
  ]);
  let marked: Map<string, boolean> | undefined;
  await expect(
    app.db.transaction().execute(async (tx) => {
      await sql`alter table circles drop column is_closed_for_good`.execute(tx);
      await migrations["0023-closed-for-good"]?.up(tx);
      const rows = await tx.selectFrom("circles").select(["id", "is_closed_for_good"]).execute();
      marked = new Map(rows.map((row) => [row.id, row.is_closed_for_good]));
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(marked).toEqual(expected);
});
