import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";

/**
 * The kinds of things that an older backup must not bring back. Each thing has a name on the list: the id of an
 * account, a circle, a person or an answer; the id of an anonymous circle that has closed.
 */
export type ErasedKind = "account" | "circle" | "person" | "answer" | "closing" | NotedPlainly;

/**
 * The kinds that are noted in plain text, because no secret is available, until the sweep replaces the text with its
 * hash: the id of an account whose sign-in methods were removed; an address, with the owner whose emails it no longer
 * wants.
 */
type NotedPlainly = "access" | "opt-out";

const purpose = "list of erasures";
const entryBytes = 24;

const insertNotes = defineHotStatement<{ notes: string }, unknown>(
  "insert_erasure_notes",
  (_, param) => sql`
    insert into erasure_notes (id, entry)
    select id, entry from jsonb_to_recordset(${param("notes")}::jsonb) as noted (id uuid, entry text)`,
);

/**
 * Notes what this transaction erases. Once it is committed, a sweep moves the notes to the list of erasures. They are
 * keyed hashes, so that neither they nor the list show what was erased.
 */
export async function noteErasures(
  tx: Tx,
  secrets: Pick<Secrets, "signFor">,
  kind: ErasedKind,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const notes = names.map((name) => ({
    id: randomUUID(),
    entry: createEntry(secrets, kind, name),
  }));
  await insertNotes(tx, { notes: JSON.stringify(notes) });
}

/** Notes that sign-in methods of an account no longer work, so that an older backup does not bring them back. */
export async function noteChangedAccess(db: Db, userId: string): Promise<void> {
  await insertNote(db, "access", userId);
}

/** Notes an opt-out from emails, of one owner or (null) of anyone. */
export async function noteOptOut(tx: Tx, email: string, ownerId: string | null): Promise<void> {
  await insertNote(tx, "opt-out", optOutName(email, ownerId));
}

/** The name under which {@link noteOptOut} notes an opt-out. */
export const optOutName = (email: string, ownerId: string | null): string =>
  `${email} ${ownerId ?? "anyone"}`;

async function insertNote(db: Db, kind: NotedPlainly, name: string): Promise<void> {
  const notes = [{ id: randomUUID(), entry: `${kind} ${name}` }];
  await insertNotes(db, { notes: JSON.stringify(notes) });
}

/** A note in the form that it has in the list. */
export function toListEntry(secrets: Pick<Secrets, "signFor">, note: string): string {
  const [kind = "", ...words] = note.split(" ");
  if (kind !== "access" && kind !== "opt-out") return note;
  return createEntry(secrets, kind, words.join(" "));
}

/** Whether a list has something that was noted with the present secret or the previous one. */
export function isInErasureList(
  list: ReadonlySet<string>,
  secrets: Secrets,
  kind: ErasedKind,
  name: string,
): boolean {
  return secrets.signForEach(purpose, kind, name).some((mac) => list.has(shortened(mac)));
}

/** The mark that each day of a list has: it shows which secret the entries are keyed with. */
export function listMark(secrets: Pick<Secrets, "signFor">): string {
  return shortened(secrets.signFor(purpose, "mark", ""));
}

/** The marks of the secrets that {@link isInErasureList} tries. */
export function acceptedMarks(secrets: Secrets): string[] {
  return secrets.signForEach(purpose, "mark", "").map(shortened);
}

function createEntry(secrets: Pick<Secrets, "signFor">, kind: ErasedKind, name: string): string {
  return shortened(secrets.signFor(purpose, kind, name));
}

const shortened = (mac: Buffer) => mac.subarray(0, entryBytes).toString("base64url");
