import { sql } from "kysely";
import { expect, it } from "vitest";
import type { MailKind, MailState } from "#server/db/mail-kinds.ts";
import { createTestClock } from "#server/testing/clock.ts";
import { itOnPostgres, useTestDatabase } from "#server/testing/database/db.ts";
import { analyze, measureStatements } from "#server/testing/database/statement-costs.ts";
import { seedCircle, seedOwner } from "#server/testing/seed-circle.ts";
import { deleteOldEmails } from "./delete-old-emails.ts";

const database = useTestDatabase({ each: true });
const clock = createTestClock("2026-11-20T09:00:00Z");

/** Stores a number of emails of a kind. */
const seed = (
  kind: MailKind,
  state: MailState,
  {
    created = "2026-08-20T09:00:00Z",
    count = 1,
    ...about
  }: {
    created?: string;
    count?: number;
    user_id?: string;
    circle_id?: string;
    invite_id?: string;
  } = {},
) =>
  sql`
    insert into emails (id, kind, intent, user_id, circle_id, invite_id, to_address, state, created_at)
    select gen_random_uuid(), ${kind}, gen_random_uuid()::text, ${about.user_id ?? null}::uuid,
      ${about.circle_id ?? null}::uuid, ${about.invite_id ?? null}::uuid, 'ana@paraline.example', ${state},
      ${created}::timestamptz
    from generate_series(1, ${count}::int)`.execute(database.db);

async function listKept(): Promise<string[]> {
  const rows = await database.db
    .selectFrom("emails")
    .select(["kind", "state"])
    .orderBy("kind")
    .orderBy("state")
    .execute();
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}

it("emails to owners that ended 90 days ago go; those under way, younger ones, and those to people stay", async () => {
  const now = clock.now();
  const { user_id } = await seedOwner(database.db, { now });
  const { id, people } = await seedCircle(database.db, { user_id }, { now });
  const toOwner = { user_id, circle_id: id };
  const toPerson = { ...toOwner, invite_id: people[0]?.id ?? "" };
  await seed("new_responses", "sent", toOwner);
  await seed("release", "skipped", toOwner);
  await seed("weekly_summary", "failed", toOwner);
  await seed("auth_recovery", "sent", { user_id });
  await seed("completed", "queued", toOwner);
  await seed("review_reminder", "waiting", toOwner);
  await seed("deadline_reminder", "sent", { ...toOwner, created: "2026-08-23T09:00:00Z" });
  await seed("billing_receipt", "sent", { user_id });
  await seed("invitation", "sent", toPerson);
  await seed("reminder", "skipped", toPerson);
  await seed("closing_letter", "sent", toPerson);
  await deleteOldEmails({ db: database.db, clock });
  expect(await listKept()).toEqual([
    "billing_receipt sent",
    "closing_letter sent",
    "completed queued",
    "deadline_reminder sent",
    "invitation sent",
    "reminder skipped",
    "review_reminder waiting",
  ]);
});

itOnPostgres("they are deleted in batches, and the others are not read", async () => {
  await seed("release", "sent", { count: 1100 });
  await seed("release", "sent", { count: 4000, created: "2026-11-19T09:00:00Z" });
  await analyze(database.db);
  const costs = await measureStatements(database.db, () =>
    deleteOldEmails({ db: database.db, clock }),
  );
  expect(costs.filter(({ rows }) => rows > 0)).toHaveLength(2);
  expect(costs.flatMap(({ scanned }) => scanned)).toEqual([]);
  expect(await listKept()).toHaveLength(4000);
});
