import { createHash } from "node:crypto";
import { z } from "zod";
import { listCopiedTables } from "#server/db/copy/copied-tables.ts";
import { inSnapshot, readRows } from "#server/db/copy/read-tables.ts";
import { RowDigest } from "#server/db/copy/row-digest.ts";
import { findDatabaseState } from "#server/db/database-state.ts";
import { listExecuted } from "#server/db/migrate.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { readUnfinishedJobs } from "#server/jobs/copied-jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  CopyError,
  type CopyTotals,
  emptyTotals,
  formatLine,
  formatVersion,
} from "./copy-format.ts";
import type { KeptEmailFiles } from "./kept-email-files.ts";

export interface CopySource {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  covers: CoverStore;
  outbox: KeptEmailFiles;
}

export const emptyDatabaseError = () =>
  new CopyError("This database was never used by this version: there is nothing to back up.");

interface CopyProgress {
  totals: CopyTotals;
  covers: { user_id: string; file_name: string }[];
}

export const beginCopy = (): CopyProgress => ({ totals: emptyTotals(), covers: [] });

/** With the embedded database everybody waits for the end of the snapshot, so covers are read afterwards. */
export async function* snapshotCopy(source: CopySource): AsyncGenerator<string> {
  const progress = beginCopy();
  const { readable, writable } = new TransformStream<string, string>();
  const reading = inSnapshot(source.db, (tx) =>
    ReadableStream.from(databaseLines(tx, source, progress)).pipeTo(writable),
  );
  // Otherwise the reader of the lines would not learn that the snapshot itself failed.
  reading.catch((error: unknown) => writable.abort(error).catch(() => {}));
  try {
    yield* readable;
    await reading;
  } finally {
    // A caller that stops reading may close the database next, so this waits for the snapshot to end.
    await reading.catch(() => {});
  }
  yield* fileLines(source, progress);
}

export async function* wholeCopy(tx: Tx, source: CopySource): AsyncGenerator<string> {
  const progress = beginCopy();
  yield* databaseLines(tx, source, progress);
  yield* fileLines(source, progress);
}

export async function* databaseLines(
  tx: Tx,
  { clock, secrets }: Pick<CopySource, "clock" | "secrets">,
  progress: CopyProgress,
): AsyncGenerator<string> {
  const state = await findDatabaseState(tx);
  if (state === undefined) throw emptyDatabaseError();
  yield formatLine({
    paraline_copy: formatVersion,
    made_at: clock.now().toISOString(),
    migrations: await listExecuted(tx),
    secret_id: secrets.id,
    database_id: state.id,
  });
  for (const table of await listCopiedTables(tx)) {
    const { name, columns } = table;
    yield formatLine({ table: name, columns: columns.map((column) => column.name) });
    const digest = new RowDigest();
    const readCover = coverReader(table);
    for await (const row of readRows(tx, table)) {
      digest.add(row);
      if (readCover) progress.covers.push(readCover(row));
      yield row;
    }
    const total = { rows: digest.rows, sum: digest.sum };
    progress.totals.tables[name] = total;
    yield formatLine({ end_of_table: name, ...total });
  }
  for await (const job of readUnfinishedJobs(tx)) {
    progress.totals.jobs += 1;
    yield `{"job":${job}}`;
  }
}

/** The second part: the files, and the end. A cover that was replaced since the database was read is left out. */
export async function* fileLines(
  { covers, outbox }: Pick<CopySource, "covers" | "outbox">,
  { totals, covers: stored }: CopyProgress,
): AsyncGenerator<string> {
  for (const { user_id, file_name } of stored) {
    const content = await covers.find(user_id, file_name);
    if (content) yield fileLine(`covers/${user_id}/${file_name}`, content, totals);
  }
  for (const name of await outbox.list()) {
    const content = await outbox.find(name);
    if (content) yield fileLine(`outbox/${name}`, content, totals);
  }
  yield formatLine({ end: totals });
}

function fileLine(file: string, content: Uint8Array, totals: CopyTotals): string {
  totals.files += 1;
  const sha256 = createHash("sha256").update(content).digest("hex");
  return formatLine({ file, sha256, content: Buffer.from(content).toString("base64") });
}

const textsSchema = z.array(z.string().nullable());

function coverReader({ name, columns }: { name: string; columns: { name: string }[] }) {
  if (name !== "public.covers") return undefined;
  const owner = columns.findIndex((column) => column.name === "user_id");
  const file = columns.findIndex((column) => column.name === "file_name");
  return (row: string) => {
    const texts = textsSchema.parse(JSON.parse(row));
    return { user_id: texts[owner] ?? "", file_name: texts[file] ?? "" };
  };
}
