import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#server/db/tables.ts";
import { listStoredFeedback, listStoredNotes, listStoredSealed } from "./stored-texts.ts";

/** Checks that no row of the database connects an anonymous answer with the person who gave it. */
export async function expectUnlinked(db: Db): Promise<void> {
  const people = await db
    .selectFrom("invites")
    .innerJoin("circles", "circles.id", "invites.circle_id")
    .where("circles.is_anonymous", "=", true)
    .select(["invites.id", "invites.circle_id", "invites.invite_token", "invites.email"])
    .execute();
  const circles = new Set(people.map(({ circle_id }) => circle_id));
  const ofAnonymous = <Row extends { circle_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ circle_id }) => circles.has(circle_id));
  const feedback = ofAnonymous(await listStoredFeedback(db));
  const released = [...feedback, ...ofAnonymous(await listStoredNotes(db))];
  const sealed = ofAnonymous(await listStoredSealed(db));

  const known = people.flatMap(({ id, invite_token, email }) => [id, invite_token, email ?? id]);
  const answers = JSON.stringify([...released, ...sealed]);
  const { rows: receipts } = await sql`
    select feedback.id from feedback join circles on circles.id = feedback.circle_id
    where receipt is not null and (is_anonymous or status = 'completed')`.execute(db);
  expect(receipts, "receipts that a closing has left").toEqual([]);
  expect(
    known.filter((word) => answers.includes(word)),
    "people whom an anonymous answer names",
  ).toEqual([]);
  expect(
    feedback.filter(({ invite_id, created_at }) => invite_id !== null || created_at !== null),
    "anonymous answers with an invite or a time",
  ).toEqual([]);

  // Jobs and emails may name people, so they may not contain an answer.
  const { rows: elsewhere } = await sql<{ text: string }>`
    select job::text as text from jobs.job as job
    union all select emails::text from emails
    union all select rate_limits::text from rate_limits`.execute(db);
  const texts = elsewhere.map(({ text }) => text).join("\n");
  const ids = [...released, ...sealed].map(({ id }) => id);
  expect(
    ids.filter((id) => texts.includes(id)),
    "answers that a job, an email or a limit names",
  ).toEqual([]);

  // Until it closes, a circle has no released answer; from then on, neither a sealed one nor an invite that was used.
  const { rows: early } = await sql`
    select circles.id from circles where is_anonymous and status = 'active'
      and exists (select from feedback where circle_id = circles.id)`.execute(db);
  expect(early, "answers that were released before the closing").toEqual([]);
  const { rows: late } = await sql`
    select circles.id from circles where is_anonymous and status = 'completed' and (
      exists (select from sealing_keys where circle_id = circles.id)
      or exists (select from sealed_answers where circle_id = circles.id)
      or exists (select from invites where circle_id = circles.id
        and (status = 'completed' or submission_key is not null or source = 'link')))`.execute(db);
  expect(late, "closings that left a sealed answer, its key or a used invite").toEqual([]);
  const { rows: apart } = await sql`
    select feedback.circle_id from feedback
    join circles on circles.id = feedback.circle_id and circles.is_anonymous
    group by feedback.circle_id having count(distinct feedback.xmin::text) > 1`.execute(db);
  expect(apart, "answers that were not released together").toEqual([]);
}
