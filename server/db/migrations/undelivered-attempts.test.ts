import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { migrations } from "./list.ts";

const app = useTestApp();
const { create } = app.circles;

it("earlier mails that were refused or skipped at once did not arrive, and an answer without a person counts before every join", async () => {
  const owner = await app.createOwner();
  const names = ["refused", "timeout", "later", "skipped", "corrected"];
  const id = await create(owner, { is_anonymous: true, people: names });
  const former = {
    refused: [1, "failed", "The mail server refused this address: 550 No such mailbox"],
    timeout: [1, "failed", "Sending it was cut short on the last try; it may not have arrived."],
    later: [2, "failed", "The mail server refused this address: 550 No such mailbox"],
    skipped: [1, "skipped", "This paraline has closed."],
    corrected: [1, "skipped", "Their address was mended."],
  } as const;
  for (const [name, [attempts, state, reason]] of Object.entries(former)) {
    await app.db
      .updateTable("mails")
      .set({ attempts, state, reason })
      .where("to_address", "=", `${name}@paraline.example`)
      .execute();
  }
  await app.db
    .insertInto("invites")
    .values(
      [4, 5].map((position) => ({
        id: crypto.randomUUID(),
        circle_id: id,
        position,
        first_name: "",
        last_name: null,
        email: null,
        status: "completed" as const,
        source: "link" as const,
        invite_token: crypto.randomUUID(),
        created_at: app.clock.now(),
      })),
    )
    .execute();

  const undone = new Error("undone");
  await expect(
    app.db.transaction().execute(async (tx) => {
      await sql`alter table mails drop column undelivered_attempts`.execute(tx);
      await migrations["0041-undelivered-attempts"]?.up(tx);
      const mails = await tx
        .selectFrom("mails")
        .where("undelivered_attempts", ">", 0)
        .orderBy("to_address")
        .select("to_address")
        .execute();
      expect(mails.map(({ to_address }) => to_address.split("@")[0])).toEqual([
        "refused",
        "skipped",
      ]);
      const answers = await tx
        .selectFrom("invites")
        .where("source", "=", "link")
        .orderBy("position")
        .select("position")
        .execute();
      expect(answers.map(({ position }) => position)).toEqual([-1, 5]);
      throw undone;
    }),
  ).rejects.toBe(undone);
});
