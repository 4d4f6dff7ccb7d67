import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#server/db/tables.ts";
import { listStoredFeedback, listStoredNotes, listStoredWaiting } from "./stored-texts.ts";

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
  const waiting = ofAnonymous(await listStoredWaiting(db));

  const known = people.flatMap(({ id, invite_token, email }) => [id, invite_token, email ?? id]);
  const answers = JSON.stringify([...released, ...waiting]);
  expect(
    known.filter((word) => answers.includes(word)),
    "people whom an anonymous answer names",
  ).toEqual([]);
  expect(
    feedback.filter(({ invite_id, created_at }) => invite_id !== null || created_at !== null),
    "anonymous answers with an invite or a time",
  ).toEqual([]);

  // Jobs and mails may name people, so they may not contain an answer.
  const { rows: elsewhere } = await sql<{ text: string }>`
    select job::text as text from jobs.job as job
    union all select mails::text from mails
    union all select rate_limits::text from rate_limits`.execute(db);
  const texts = elsewhere.map(({ text }) => text).join("\n");
  const ids = [...released, ...waiting].map(({ id }) => id);
  expect(
    ids.filter((id) => texts.includes(id)),
    "answers that a job, an email or a limit names",
  ).toEqual([]);

  // A transaction that completed an invite either wrote no released answer, or those of three people.
  const { rows: alone } = await sql`
    select invites.circle_id, answers.count from invites
    join circles on circles.id = invites.circle_id and circles.is_anonymous
    join lateral (
      select count(*) from feedback
      where feedback.circle_id = invites.circle_id and feedback.xmin = invites.xmin
    ) as answers on answers.count not in (0, 3)
    where invites.status = 'completed'`.execute(db);
  expect(alone, "transactions that give away whose answer they wrote").toEqual([]);

  const { rows: keys } = await sql`
    select circle_id from round_keys
    where not exists (select from waiting_answers where circle_id = round_keys.circle_id)`.execute(
    db,
  );
  expect(keys, "keys of rounds that have ended").toEqual([]);
}
