import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { moveNotesToList } from "#server/access/erasures/erasure-days.ts";
import { type Config, loadConfig, readEnvironment } from "#server/config/config.ts";
import { inSnapshot, prepareCopying } from "#server/db/copy/read-tables.ts";
import {
  allowWrites,
  findDatabaseState,
  isUsedByAnotherProcess,
  loadDatabaseState,
  lockForMoving,
  refuseWrites,
  requireUsableDatabase,
  setDatabaseState,
} from "#server/db/database-state.ts";
import { isMigrated, migrateToLatest } from "#server/db/migrate.ts";
import type { OpenedDatabase } from "#server/db/open.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { systemClock } from "#server/system/clock.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { describeTotals } from "./backup.ts";
import { readOptions, refuseArguments } from "./command-arguments.ts";
import { connectToDatabase } from "./copy/connect-to-database.ts";
import { CopyError, type CopyTotals, readHeader } from "./copy/copy-format.ts";
import { openKeptEmailFiles } from "./copy/kept-email-files.ts";
import { type CopyTarget, loadCopy } from "./copy/load-copy.ts";
import { type CopySource, wholeCopy } from "./copy/write-copy.ts";

/** It differs from the name of a server, because the command looks for running servers by name. */
const processName = "paraline data:move";

export async function moveDataCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    named: ["to", "data-dir"],
    flags: ["again", "stay", "undo"],
  });
  const to = options?.values.to;
  const isUndo = options?.has("undo") ?? false;
  if (options === undefined || (to === undefined) !== isUndo || (isUndo && args.length > 1))
    return refuseArguments("data-move");
  const environment = readEnvironment();
  const { config } = loadConfig(environment, paymentSettings);
  const database = await connectToDatabase("DATABASE_URL", { ...config, name: processName });
  try {
    if (to === undefined) {
      process.stdout.write(await undoMove(database));
      return;
    }
    const place = readTarget(to, config, options.values["data-dir"]);
    if (place.dataDir !== config.dataDir) await copyFolders(environment, config, place.dataDir);
    const target = await connectToDatabase("--to", { ...place, name: processName });
    try {
      const source = createCopySource(database, config);
      const isCopied = place.dataDir !== config.dataDir;
      const totals = await moveData(
        { ...source, database },
        {
          database: target,
          secrets: source.secrets,
          files: isCopied
            ? {
                covers: createDiskCoverStore(place.dataDir),
                outbox: openKeptEmailFiles(place.dataDir),
              }
            : undefined,
        },
        { again: options.has("again"), stay: options.has("stay"), name: place.title },
      );
      process.stdout.write(describeMove(totals, place, config, environment, options.has("stay")));
    } finally {
      await target.close();
    }
  } finally {
    await database.close();
  }
}

function createCopySource({ db }: OpenedDatabase, config: Config): CopySource {
  return {
    db,
    clock: systemClock,
    secrets: createSecrets(config.appSecret, config.appSecretPrevious),
    covers: createDiskCoverStore(config.dataDir),
    outbox: openKeptEmailFiles(config.dataDir),
  };
}

/** Marks the source as moved in the transaction that reads it, so that the copy lacks nothing that was stored in it. */
export async function moveData(
  source: CopySource & { database: OpenedDatabase },
  target: Pick<CopyTarget, "database" | "secrets" | "files">,
  { again, stay, name }: { again: boolean; stay: boolean; name: string },
): Promise<CopyTotals> {
  const { db } = source;
  const from = await requireSource(source.database, { again, stay });
  const mayReplace = await requireTarget(target.database, from.id, again);
  // A copy leaves out notes, so they are moved to the list first. A source that was moved before has none.
  if (from.state === "ready" && (await isMigrated(db))) await moveNotesToList(source);
  const read = stay ? inSnapshot : withoutWrites;
  const totals = await read(db, async (tx) => {
    const lines = wholeCopy(tx, source);
    const first = await lines.next();
    const header = readHeader(first.done === true ? undefined : first.value);
    const loaded = await loadCopy(header, lines, { ...target, mayReplace });
    const { id } = await loadDatabaseState(target.database.db);
    if (!stay) {
      await allowWrites(tx);
      await refuseWrites(tx);
      await setDatabaseState(tx, { state: "moved", moved_to: name, moved_to_id: id });
    }
    return loaded;
  });
  await migrateToLatest(target.database.db);
  await setDatabaseState(target.database.db, {
    state: "ready",
    moved_to: null,
    moved_to_id: null,
    backed_up_at: from.backed_up_at,
  });
  return totals;
}

function withoutWrites<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lockForMoving(tx);
    await prepareCopying(tx);
    return work(tx);
  });
}

async function requireSource(
  { db, kind }: OpenedDatabase,
  { again, stay }: { again: boolean; stay: boolean },
) {
  const state = await findDatabaseState(db);
  if (state === undefined) {
    throw new CopyError(
      "There is nothing to move: no server of this version has used this database.",
    );
  }
  if (state.state === "moved" && !again) {
    throw new CopyError(
      `The contents of this database were moved to ${state.moved_to ?? "another one"}. To copy them once more, add --again; to use this database again, run npm run data:move -- --undo.`,
    );
  }
  if (state.state !== "moved") await requireUsableDatabase(db);
  if (
    kind === "postgres" &&
    state.state !== "moved" &&
    !stay &&
    (await isUsedByAnotherProcess(db))
  ) {
    throw new CopyError(
      "A Paraline process is connected to this database. Stop every one of them first: what it stores during the move would be lost. Nothing was changed.",
    );
  }
  return state;
}

/** @returns whether the target's contents may be replaced, because they came from here or were moved here */
async function requireTarget(
  { db }: OpenedDatabase,
  sourceId: string,
  again: boolean,
): Promise<boolean> {
  const state = await findDatabaseState(db);
  if (state === undefined || !again) return false;
  if (state.id === sourceId) throw new CopyError("The target is the database itself.");
  const cameFromHere = state.came_from_id === sourceId && state.served_at === null;
  const wasMovedHere = state.state === "moved" && state.moved_to_id === sourceId;
  return cameFromHere || wasMovedHere;
}

async function undoMove({ db }: OpenedDatabase): Promise<string> {
  const state = await findDatabaseState(db);
  if (state?.state !== "moved") return "This database was not moved. Nothing was changed.\n";
  await db.transaction().execute(async (tx) => {
    await allowWrites(tx);
    await setDatabaseState(tx, { state: "ready", moved_to: null, moved_to_id: null });
  });
  return `This database can be used again. What was stored in ${state.moved_to ?? "the other one"} since the move is not in it.\n`;
}

interface NamedTarget {
  databaseUrl: string | undefined;
  dataDir: string;
  title: string;
}

function readTarget(to: string, config: Config, dataDir: string | undefined): NamedTarget {
  const folder = dataDir === undefined ? config.dataDir : resolve(dataDir);
  if (/^postgres(?:ql)?:\/\//.test(to) && URL.canParse(to)) {
    const { host, pathname } = new URL(to);
    return { databaseUrl: to, dataDir: folder, title: `postgres://${host}${pathname}` };
  }
  if (to.startsWith("embedded:") && dataDir === undefined) {
    const embedded = resolve(to.slice("embedded:".length));
    return {
      databaseUrl: undefined,
      dataDir: embedded,
      title: `the embedded database in ${embedded}`,
    };
  }
  throw new CopyError("The target is postgres://… or embedded:FOLDER.");
}

async function copyFolders(
  environment: NodeJS.ProcessEnv,
  config: Config,
  dataDir: string,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const secretFile = join(dataDir, "app-secret");
  if (existsSync(secretFile)) {
    if (!(await readFile(secretFile)).equals(config.appSecret)) {
      throw new CopyError(
        `${secretFile} is another secret than the present one: answers could not be read there. Nothing was changed. Remove that file if nothing is encrypted with it.`,
      );
    }
  } else if (!environment.APP_SECRET?.trim()) {
    await writeFile(secretFile, config.appSecret, { mode: 0o600, flag: "wx" });
  }
  const list = join(config.dataDir, "erasures");
  if (existsSync(list)) await cp(list, join(dataDir, "erasures"), { recursive: true });
}

function describeMove(
  totals: CopyTotals,
  { databaseUrl, dataDir, title }: NamedTarget,
  config: Config,
  environment: NodeJS.ProcessEnv,
  keepsSource: boolean,
): string {
  const next = [
    databaseUrl === undefined ? "without DATABASE_URL" : "with DATABASE_URL set to the target",
    `with DATA_DIR=${dataDir}`,
    environment.APP_SECRET?.trim()
      ? "and with the same APP_SECRET"
      : dataDir === config.dataDir
        ? "where app-secret is"
        : "where app-secret is, too",
  ];
  return `Everything is in ${title}, read back and compared. It has ${describeTotals(totals)}.
Start the server ${next.join(", ")}.
${
  keepsSource
    ? "This database stays in use: what it stores from now on is not in the target."
    : "This database can no longer be used. Delete it once you are satisfied with the new one."
}
`;
}
