import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { hexOf, type Sealed, type SealedKind, type WrappedKey } from "#server/db/sealed.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { cipherOf, createKey } from "./circle-cipher.ts";
import { sealForRound } from "./seal-for-round.ts";

const batch = 200;

/** The migration that drops the plain texts; what is stored has to be encrypted before it. */
export const plainTextRemovalMigration = "0020-only-sealed-answers";

/**
 * Encrypts what earlier versions stored as plain text: every circle gets a key; answers, notes, insights and
 * the hashes of removed people's names are encrypted with it; and waiting answers move to their own table.
 * It works in batches, each in its own transaction: if stopped, it continues at the next start. Runs between migration
 * 0019 and {@link plainTextRemovalMigration}; a later migration requests that the former texts be removed from the disk.
 */
export async function sealStoredTexts(db: Db, secrets: Secrets): Promise<void> {
  await createMissingKeys(db, secrets);
  for (const step of [moveWaiting, sealAnswers, sealNotes, sealInsights, hashNames]) {
    while ((await inTransaction(db, (tx) => step(tx, secrets))) > 0);
  }
}

/** Gives a key to every circle without one, such as those made by a process of an earlier version. */
export async function createMissingKeys(db: Db, secrets: Secrets): Promise<void> {
  while ((await inTransaction(db, (tx) => createKeys(tx, secrets))) > 0);
}

/** Each step does one batch and returns its size. */
async function createKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const circles = await tx
    .selectFrom("circles")
    .leftJoin("circle_keys", "circle_keys.circle_id", "circles.id")
    .where("circle_keys.circle_id", "is", null)
    .select("circles.id")
    .limit(batch)
    .execute();
  if (circles.length === 0) return 0;
  await tx
    .insertInto("circle_keys")
    .values(circles.map(({ id }) => ({ circle_id: id, ...createKey(secrets, "circle key", id) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return circles.length;
}

type WaitingAnswer = {
  id: string;
  answers: Record<string, string | number>;
  questions: unknown;
  use_in_insights: boolean;
  insights_by: string | null;
  show_if_few: boolean;
};

/**
 * Moves the waiting answers of one circle at a time. Notes did not belong to an answer; each is stored with any answer
 * of the round, since they are released together and separated then.
 */
async function moveWaiting(tx: Tx, secrets: Secrets): Promise<number> {
  const { rows: circles } = await sql<{ id: string }>`
    select id from circles
    where exists (select from feedback where circle_id = circles.id and released_on is null)
    limit 1 for no key update`.execute(tx);
  const [circle] = circles;
  if (circle === undefined) return 0;
  const { rows: answers } = await sql<WaitingAnswer>`
    delete from feedback where circle_id = ${circle.id}::uuid and released_on is null
    returning id, answers, questions, use_in_insights, insights_by, show_if_few`.execute(tx);
  const { rows: notes } = await sql<{ note: string }>`
    delete from encouragements where circle_id = ${circle.id}::uuid and released_on is null
    returning note`.execute(tx);
  const rest = notes.map(({ note }) => note);
  for (const [index, answer] of answers.entries()) {
    const isLeft = randomInt(answers.length - index) < rest.length;
    const { answers: given, use_in_insights, insights_by, show_if_few } = answer;
    const sealed = await sealForRound(tx, secrets, circle.id, {
      answers: given,
      use_in_insights,
      insights_by,
      show_if_few,
      note: isLeft ? (rest.splice(randomInt(rest.length), 1)[0] ?? null) : null,
    });
    await tx
      .insertInto("waiting_answers")
      .values({
        id: randomUUID(),
        circle_id: circle.id,
        questions: JSON.stringify(answer.questions),
        sealed,
      })
      .execute();
  }
  return answers.length;
}

type PlainRow<Text> = { id: string; circle_id: string; wrapped_key: WrappedKey; text: Text };

async function sealAnswers(tx: Tx, secrets: Secrets): Promise<number> {
  const { rows } = await sql<PlainRow<unknown>>`
    select feedback.id, circle_id, wrapped_key, answers as text
    from feedback join circle_keys using (circle_id) where sealed is null
    limit ${batch} for update of feedback`.execute(tx);
  await store(
    tx,
    "feedback",
    "id",
    "answers = null",
    rows.map((row) => sealRow(secrets, "answers", row, JSON.stringify(row.text))),
  );
  return rows.length;
}

async function sealNotes(tx: Tx, secrets: Secrets): Promise<number> {
  const { rows } = await sql<PlainRow<string>>`
    select encouragements.id, circle_id, wrapped_key, note as text
    from encouragements join circle_keys using (circle_id) where sealed is null
    limit ${batch} for update of encouragements`.execute(tx);
  const sealed = rows.map((row) => sealRow(secrets, "encouragement", row, row.text));
  await store(tx, "encouragements", "id", "note = null", sealed);
  return rows.length;
}

const insightsColumns = [
  "sentiment",
  "sentiment_explanation",
  "summary_paragraph",
  "key_themes",
  "highlighted_quotes",
  "next_step_suggestion",
  "content",
  "response_ids",
];

async function sealInsights(tx: Tx, secrets: Secrets): Promise<number> {
  const { rows } = await sql<PlainRow<unknown>>`
    select circle_id as id, circle_id, wrapped_key,
      to_jsonb(insights) - array['circle_id', 'sealed', 'engine_kind', 'engine_name', 'prompt_version', 'took_ms', 'updated_at'] as text
    from insights join circle_keys using (circle_id) where sealed is null
    limit ${batch} for update of insights`.execute(tx);
  await store(
    tx,
    "insights",
    "circle_id",
    insightsColumns.map((column) => `${column} = null`).join(", "),
    rows.map((row) => sealRow(secrets, "insights", row, JSON.stringify(row.text))),
  );
  return rows.length;
}

async function hashNames(tx: Tx, secrets: Secrets): Promise<number> {
  const { rows } = await sql<{ circle_id: string; name_hash: string; wrapped_key: WrappedKey }>`
    select circle_id, name_hash, wrapped_key
    from removed_names join circle_keys using (circle_id) where name_mac is null
    limit ${batch} for update of removed_names`.execute(tx);
  for (const { circle_id, name_hash, wrapped_key } of rows) {
    const { hash } = cipherOf(secrets, "circle key", circle_id, wrapped_key);
    await sql`
      update removed_names set name_mac = ${hash(name_hash)}::bytea
      where circle_id = ${circle_id}::uuid and name_hash = ${name_hash}`.execute(tx);
  }
  return rows.length;
}

function sealRow<Kind extends SealedKind>(
  secrets: Secrets,
  kind: Kind,
  { id, circle_id, wrapped_key }: PlainRow<unknown>,
  text: string,
): { id: string; sealed: Sealed<Kind> } {
  const { seal } = cipherOf(secrets, "circle key", circle_id, wrapped_key);
  return { id, sealed: seal(kind, text) };
}

async function store(
  tx: Tx,
  table: string,
  key: string,
  emptied: string,
  rows: readonly { id: string; sealed: Sealed<SealedKind> }[],
): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map(({ id, sealed }) => ({ id, sealed: hexOf(sealed) })));
  await sql`
    update ${sql.table(table)} as stored
    set sealed = decode(given.sealed, 'hex'), ${sql.raw(emptied)}
    from jsonb_to_recordset(${json}::jsonb) as given (id uuid, sealed text)
    where stored.${sql.ref(key)} = given.id`.execute(tx);
}
