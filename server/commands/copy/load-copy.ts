import { createHash } from "node:crypto";
import { requireReadableKeys } from "#server/access/encryption/circle-keys.ts";
import { requireReadableSigningKeys } from "#server/access/signing-keys.ts";
import { type CopiedTable, listCopiedTables } from "#server/db/copy/copied-tables.ts";
import {
  dropForeignKeys,
  emptyTables,
  listFilledTables,
  TableLoader,
} from "#server/db/copy/load-tables.ts";
import { prepareCopying } from "#server/db/copy/read-tables.ts";
import { RowDigest } from "#server/db/copy/row-digest.ts";
import {
  allowWrites,
  findDatabaseState,
  loadDatabaseState,
  markAsUnfinished,
  removeUnfinishedMark,
  setDatabaseState,
} from "#server/db/database-state.ts";
import {
  applyMigrations,
  isOfKnownOrigin,
  listExecuted,
  removeSchema,
  requireKnownOrigin,
} from "#server/db/migrate.ts";
import type { OpenedDatabase } from "#server/db/open.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { type CopiedJob, deleteAllJobs, openJobLoader } from "#server/jobs/copied-jobs.ts";
import type { Secrets } from "#server/system/secrets.ts";
import {
  CopyError,
  type CopyHeader,
  type CopyLine,
  type CopyTotals,
  damaged,
  emptyTotals,
  readLine,
} from "./copy-format.ts";
import type { KeptEmailFiles } from "./kept-email-files.ts";

export interface CopyTarget {
  database: OpenedDatabase;
  secrets: Secrets;
  /** Undefined if the files stay where they are. */
  files: { covers: CoverStore; outbox: KeptEmailFiles } | undefined;
  mayReplace: boolean;
  wants?: (job: CopiedJob) => boolean;
}

/**
 * A failure leaves the database as it was and removes the files. No server starts on the target before the caller marks
 * it as ready. @throws CopyError; LostSecretError, UnreadableSecretError for another APP_SECRET
 */
export async function loadCopy(
  header: CopyHeader,
  lines: AsyncIterable<string>,
  target: CopyTarget,
): Promise<CopyTotals> {
  const { db, kind } = target.database;
  const mayReplace = target.mayReplace || isLeftover(await findDatabaseState(db));
  await prepareTarget(header, target.database, mayReplace);
  if (!mayReplace) await requireEmpty(db, await listCopiedTables(db));
  const { is_only: _, id: __, ...before } = await loadDatabaseState(db);
  const jobs = await openJobLoader(db, kind);
  const undo: (() => Promise<void>)[] = [];
  try {
    await setDatabaseState(db, {
      state: "unfinished",
      served_at: null,
      came_from_id: header.database_id,
    });
    await removeUnfinishedMark(db);
    const totals = await db.transaction().execute(async (tx) => {
      await prepareCopying(tx);
      if (mayReplace) await allowWrites(tx);
      const restoreForeignKeys = await dropForeignKeys(tx);
      const tables = await listCopiedTables(tx);
      if (mayReplace) {
        await emptyTables(tx, tables);
        await deleteAllJobs(tx);
      }
      await requireEmpty(tx, tables);
      const loaded = await loadLines(tx, lines, { tables, jobs, target, undo });
      await restoreForeignKeys();
      await requireReadableSigningKeys(tx, target.secrets);
      await requireReadableKeys(tx, target.secrets);
      return loaded;
    });
    return totals;
  } catch (error) {
    for (const remove of undo) await remove();
    await setDatabaseState(db, before);
    throw error;
  } finally {
    await jobs.close();
  }
}

/** Whether everything in a database comes from a load that was interrupted. */
function isLeftover(state: Awaited<ReturnType<typeof findDatabaseState>>): boolean {
  return state?.state === "unfinished" && state.served_at === null;
}

async function prepareTarget(
  { migrations }: CopyHeader,
  { db }: OpenedDatabase,
  mayReplace: boolean,
): Promise<void> {
  if (!isOfKnownOrigin(migrations)) {
    throw new CopyError(
      "This copy was made by a version of Paraline before 1.0, which no later version can read.",
    );
  }
  const executed = await listExecuted(db);
  requireKnownOrigin(executed);
  const isNewer = executed.some((name) => !migrations.includes(name));
  if (isNewer) {
    // The tables are newer than the copy. An interrupted load made them, or a server that stored nothing.
    if (!mayReplace) await requireEmpty(db, await listCopiedTables(db));
    await removeSchema(db);
  }
  if (isNewer || executed.length === 0) await markAsUnfinished(db);
  try {
    const missing = await applyMigrations(db, migrations);
    if (missing.length > 0) {
      throw new CopyError(
        `This copy was made by a later version of Paraline (it has ${missing.join(", ")}). Use that version, or a later one.`,
      );
    }
  } catch (error) {
    await removeUnfinishedMark(db);
    throw error;
  }
}

async function requireEmpty(db: Db, tables: readonly CopiedTable[]): Promise<void> {
  const filled = await listFilledTables(db, tables);
  if (filled.length > 0) throw notEmpty(filled);
}

function notEmpty(filled: readonly string[]): CopyError {
  return new CopyError(
    `The target is not empty: it has rows in ${filled.slice(0, 3).join(", ")}${filled.length > 3 ? " and other tables" : ""}. Nothing was changed. Use an empty target.`,
  );
}

interface Loading {
  tables: readonly CopiedTable[];
  jobs: Awaited<ReturnType<typeof openJobLoader>>;
  target: CopyTarget;
  undo: (() => Promise<void>)[];
}

async function loadLines(
  tx: Tx,
  lines: AsyncIterable<string>,
  { tables, jobs, target, undo }: Loading,
): Promise<CopyTotals> {
  const totals = emptyTotals();
  let current: { loader: TableLoader; digest: RowDigest; name: string } | undefined;
  for await (const text of lines) {
    const line = readLine(text);
    if (typeof line === "string") {
      if (current === undefined) throw damaged();
      current.digest.add(line);
      await current.loader.add(line);
    } else if ("table" in line) {
      current = beginTable(tx, tables, line);
    } else if ("end_of_table" in line) {
      const { end_of_table: name, ...total } = line;
      if (current?.name !== name) throw damaged();
      requireSame(name, total, current.digest);
      await current.loader.finish();
      requireSame(name, total, await current.loader.digest());
      totals.tables[name] = total;
      current = undefined;
    } else if ("job" in line) {
      totals.jobs += 1;
      if (target.wants?.(line.job) ?? true) await jobs.add(tx, line.job);
    } else if ("file" in line) {
      totals.files += 1;
      await putFile(line, target, undo);
    } else if ("end" in line) {
      if (JSON.stringify(line.end) !== JSON.stringify(totals)) throw damaged();
      requireAllTables(tables, totals);
      return totals;
    }
  }
  throw damaged();
}

function beginTable(
  tx: Tx,
  tables: readonly CopiedTable[],
  { table: name, columns }: Extract<CopyLine, { table: string }>,
) {
  const found = tables.find((table) => table.name === name);
  const chosen = columns.flatMap(
    (wanted) => found?.columns.find((column) => column.name === wanted) ?? [],
  );
  // Both databases have run the same migrations.
  if (found === undefined || chosen.length !== columns.length) throw damaged();
  if (chosen.length !== found.columns.length) throw damaged();
  const loader = new TableLoader(tx, { ...found, columns: chosen });
  return { loader, digest: new RowDigest(), name };
}

function requireAllTables(tables: readonly CopiedTable[], totals: CopyTotals): void {
  if (tables.some(({ name }) => totals.tables[name] === undefined)) throw damaged();
}

function requireSame(name: string, expected: { rows: number; sum: string }, read: RowDigest): void {
  if (expected.rows === read.rows && expected.sum === read.sum) return;
  throw new CopyError(
    `The table ${name} does not contain what it should: ${expected.rows} rows were written and ${read.rows} read, or one of them differs. Nothing was stored.`,
  );
}

const filePattern =
  /^(?:covers\/(?<owner>[\da-f-]{36})\/(?<cover>[\w-][\w.-]*)|outbox\/(?<mail>[\w-][\w.-]*\.mail))$/;

async function putFile(
  { file, sha256, content: base64 }: Extract<CopyLine, { file: string }>,
  { files }: CopyTarget,
  undo: (() => Promise<void>)[],
): Promise<void> {
  const { owner, cover, mail } = filePattern.exec(file)?.groups ?? {};
  const content = Buffer.from(base64, "base64");
  if (createHash("sha256").update(content).digest("hex") !== sha256) throw damaged();
  if (files === undefined) return;
  const { covers, outbox } = files;
  if (owner !== undefined && cover !== undefined) {
    // A bucket outlives its server. What is in it already must not be removed if the load fails.
    const present = await covers.find(owner, cover);
    if (present !== undefined && Buffer.compare(present, content) === 0) return;
    if (present === undefined) undo.push(() => covers.remove(owner, cover));
    await covers.put(owner, cover, content);
  } else if (mail !== undefined) {
    undo.push(() => outbox.remove(mail));
    await outbox.put(mail, content);
  } else {
    throw damaged();
  }
}
