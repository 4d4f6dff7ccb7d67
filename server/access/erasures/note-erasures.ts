import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";

/**
 * What may not come back with an older backup, and what names it: the id of an account, of a circle or of a person; what
 * {@link CircleCipher.hash} makes of a round's key; the id of a circle that its closing has ended for good.
 */
export type ErasedKind = "account" | "circle" | "person" | "round" | "closed for good";

const purpose = "list of erasures";
const entryBytes = 24;

const insertNotes = defineHotStatement<{ notes: string }, unknown>(
  "insert_erasure_notes",
  (_, param) => sql`
    insert into erasure_notes (id, entry)
    select id, entry from jsonb_to_recordset(${param("notes")}::jsonb) as noted (id uuid, entry text)`,
);

/**
 * Notes what this transaction erases: once it is committed, a sweep adds the notes to the list beside the database. They
 * are keyed hashes, so that neither they nor the list show what was erased.
 */
export async function noteErasures(
  tx: Tx,
  secrets: Pick<Secrets, "signFor">,
  kind: ErasedKind,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const notes = names.map((name) => ({ id: randomUUID(), entry: entryOf(secrets, kind, name) }));
  await insertNotes(tx, { notes: JSON.stringify(notes) });
}

/** Whether a list has something, noted with the present secret or the one before it. */
export function isListed(
  list: ReadonlySet<string>,
  secrets: Secrets,
  kind: ErasedKind,
  name: string,
): boolean {
  return secrets.signForEach(purpose, kind, name).some((mac) => list.has(shortened(mac)));
}

/** What the files of a list begin with: it shows which secret the entries are keyed with. */
export function listMark(secrets: Pick<Secrets, "signFor">): string {
  return shortened(secrets.signFor(purpose, "mark", ""));
}

/** Of each secret that {@link isListed} tries. */
export function acceptedMarks(secrets: Secrets): string[] {
  return secrets.signForEach(purpose, "mark", "").map(shortened);
}

function entryOf(secrets: Pick<Secrets, "signFor">, kind: ErasedKind, name: string): string {
  return shortened(secrets.signFor(purpose, kind, name));
}

const shortened = (mac: Buffer) => mac.subarray(0, entryBytes).toString("base64url");
