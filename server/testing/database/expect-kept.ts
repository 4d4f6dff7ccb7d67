import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#server/db/tables.ts";
import { listAllStored, listStoredNotes, listStoredSealed } from "./stored-texts.ts";

/**
 * Checks that every acknowledged answer is stored once, and that what is stored is consistent.
 * @param acknowledged the texts of the answers to the first question
 */
export async function expectKept(db: Db, acknowledged: readonly string[]): Promise<void> {
  const markers = (await listAllStored(db)).map(({ answers }) => String(answers[1]));
  const stored = new Set(markers);
  const lost = acknowledged.filter((marker) => !stored.has(marker));
  expect(lost, "acknowledged answers that are gone").toEqual([]);
  expect(listRepeated(markers), "answers stored twice").toEqual([]);

  const notes = [...(await listStoredNotes(db)), ...(await listStoredSealed(db))].map(
    ({ note }) => note,
  );
  expect(listRepeated(notes), "notes stored twice").toEqual([]);

  const { rows: named } = await sql`
    select invites.id from invites
    join circles on circles.id = invites.circle_id and not circles.is_anonymous
    left join feedback on feedback.invite_id = invites.id
    left join encouragements on encouragements.invite_id = invites.id
    where (invites.status = 'completed') <> (feedback.id is not null)
      or (invites.status = 'completed') <> (encouragements.id is not null)
  `.execute(db);
  expect(named, "invites that disagree with their feedback").toEqual([]);

  const { rows: anonymous } = await sql`
    select circles.id from circles where circles.is_anonymous and (
      (select count(*) from invites where circle_id = circles.id and status = 'completed')
        <> (select count(*) from sealed_answers where circle_id = circles.id)
      or (select count(*) from feedback where circle_id = circles.id)
        <> (select count(*) from encouragements where circle_id = circles.id)
    )
  `.execute(db);
  expect(anonymous, "anonymous paralines whose counts disagree").toEqual([]);
}

function listRepeated<Text>(texts: readonly Text[]): Text[] {
  const seen = new Set<Text>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}
