import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hourMs } from "#contract/values/durations.ts";
import { deleteStoredDays, storeDay } from "#server/access/erasures/erasure-days.ts";
import { openErasureStores } from "#server/access/erasures/erasure-list.ts";
import { fixCircle } from "#server/access/fix-circle.ts";
import { type Config, loadConfig, readEnvironment } from "#server/config/config.ts";
import { setDatabaseState } from "#server/db/database-state.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { OpenedDatabase } from "#server/db/open.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { signEveryoneOut } from "#server/features/auth/sessions/queries.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import { startJobs } from "#server/jobs/start.ts";
import { notSentReasons } from "#server/mail/failure-reasons.ts";
import { failEmailsDueBefore } from "#server/mail/queries.ts";
import { createOutbox } from "#server/mail/transport-outbox.ts";
import { type Clock, systemClock } from "#server/system/clock.ts";
import { createLog, type Logger } from "#server/system/log.ts";
import { createSecrets, type Secrets } from "#server/system/secrets.ts";
import { describeTotals, formatCounts } from "./backup.ts";
import { readOptions, refuseArguments } from "./command-arguments.ts";
import { type AppliedErasures, applyErasures } from "./copy/apply-erasures.ts";
import {
  type BackupKey,
  readBackupFile,
  readIdentities,
  readPassphrase,
} from "./copy/backup-file.ts";
import { connectToDatabase } from "./copy/connect-to-database.ts";
import { CopyError, type CopyHeader, type CopyTotals, readHeader } from "./copy/copy-format.ts";
import { openKeptEmailFiles } from "./copy/kept-email-files.ts";
import { loadCopy } from "./copy/load-copy.ts";
import { requireErasureList, type UsableErasureList } from "./copy/require-erasure-list.ts";
import { runDueSweeps } from "./copy/run-due-sweeps.ts";

export async function restoreCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    named: ["from", "identity", "passphrase-file", "erasures"],
    flags: ["without-erasures"],
  });
  const from = options?.values.from;
  if (options === undefined || from === undefined) return refuseArguments("restore");
  const environment = readEnvironment();
  // A secret that was created now would not open anything.
  const { config: provisional } = loadConfig(
    {
      ...environment,
      APP_SECRET: environment.APP_SECRET?.trim() || randomBytes(48).toString("hex"),
    },
    paymentSettings,
  );
  const lines = readBackupFile(resolve(from), await chooseKey(provisional, options.values))[
    Symbol.asyncIterator
  ]();
  try {
    const first = await lines.next();
    const header = readHeader(first.done === true ? undefined : first.value);
    await provideSecret(environment, provisional, header);
    const { config } = loadConfig(environment, paymentSettings);
    const secrets = createSecrets(config.appSecret, config.appSecretPrevious);
    requireSecret(header, secrets);
    const list = options.has("without-erasures")
      ? undefined
      : await requireErasureList(listPlaces(config, options.values.erasures), header, secrets);
    const database = await connectToDatabase("DATABASE_URL", config);
    try {
      const log = createLog(config.logLevel);
      const place = {
        database,
        secrets,
        clock: systemClock,
        log,
        config,
        covers: openCoverStore(config),
      };
      process.stdout.write(
        await restore(header, { [Symbol.asyncIterator]: () => lines }, place, list),
      );
    } finally {
      await database.close();
    }
  } finally {
    await lines.return?.(undefined);
  }
}

export interface RestoreTarget {
  database: OpenedDatabase;
  secrets: Secrets;
  clock: Clock;
  log: Logger;
  config: Pick<Config, "dataDir" | "smtpUrl" | "onLoopback" | "rateLimits">;
  covers: CoverStore;
}

/**
 * What was erased since is erased again, everybody is signed out, and no email is sent that was sent already or became
 * due since. @returns what was done, for the operator
 */
export async function restore(
  header: CopyHeader,
  lines: AsyncIterable<string>,
  { database, secrets, clock, log, config, covers }: RestoreTarget,
  list: UsableErasureList | undefined,
): Promise<string> {
  const { db, kind } = database;
  const totals = await loadCopy(header, lines, {
    database,
    secrets,
    files: { covers, outbox: openKeptEmailFiles(config.dataDir) },
    mayReplace: false,
    // A code for a phone is valid only for minutes.
    wants: ({ kind: job }) => job !== "send_text_code",
  });
  await migrateToLatest(db);
  await keepList(db, list);
  const sessions = await inTransaction(db, (tx) => signEveryoneOut(tx));
  const jobs = await startJobs({ db, kind, log, works: false });
  let applied: AppliedErasures | undefined;
  try {
    const outbox = createOutbox(config.dataDir, secrets);
    const deps = { db, clock, jobs, secrets, covers, outbox };
    applied =
      list &&
      (await applyErasures(deps, list, {
        madeAt: header.made_at,
        canRecover: config.smtpUrl !== undefined || config.onLoopback,
      }));
    // The sweeps run after the erasures, because what a closing has deleted must not be released.
    await runDueSweeps({ ...deps, config });
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      const invited = await failEmailsDueBefore(tx, now, notSentReasons.restored);
      for (const circleId of invited) await fixCircle(tx, circleId, now);
      await jobs.enqueue(tx, "reconcile_billing", {});
      const since = { since: header.made_at };
      await jobs.enqueue(tx, "restore_purchases", since);
      // A checkout that is not in the backup can still be paid until the server runs and ends it.
      const startAfter = new Date(clock.now().getTime() + 2 * hourMs);
      await jobs.enqueue(tx, "restore_purchases", since, { startAfter });
    });
  } finally {
    await jobs.stop();
  }
  // This backup certainly exists.
  const backedUpAt = new Date(header.made_at);
  await setDatabaseState(db, { state: "ready", came_from_id: null, backed_up_at: backedUpAt });
  return describeRestore({ header, totals, sessions, applied, list });
}

function describeRestore({
  header,
  totals,
  sessions,
  applied,
  list,
}: {
  header: CopyHeader;
  totals: CopyTotals;
  sessions: number;
  applied: AppliedErasures | undefined;
  list: UsableErasureList | undefined;
}): string {
  const erasures =
    applied === undefined
      ? "No list of erasures was applied: what was erased since the backup is back."
      : `From the list of erasures in ${describePlaces(list)}:
  ${formatCounts({
    "accounts erased again": applied.accounts,
    "paralines erased again": applied.circles,
    "people erased again": applied.people,
    "answers erased again": applied.answers,
    "paralines closed again": applied.closed,
    "opt-outs from emails recorded again": applied.optOuts,
    "accounts whose password, passkeys and connected accounts were removed": applied.access,
  })}
  The last figure counts accounts from which one of these was removed after the backup. Their owners sign in with “Forgot password?”.`;
  return `The backup of ${header.made_at} is restored and verified. It has ${describeTotals(totals)}.
${erasures}
Everybody has to sign in again (sessions ended: ${sessions}). Emails that were due before now are not sent.
Start the server now.
`;
}

const describePlaces = (list: UsableErasureList | undefined) =>
  list?.places.map(({ name, from, to }) => `${name} (${from} to ${to})`).join(" and in ");

/** Without a current list, the list begins now: it must not seem to go back further. */
async function keepList(db: Db, list: UsableErasureList | undefined): Promise<void> {
  if (list === undefined) return deleteStoredDays(db);
  for (const [day, lines] of list.days) await storeDay(db, day, lines);
}

function listPlaces({ erasuresDir, bucket }: Config, named: string | undefined) {
  const folder = named === undefined ? erasuresDir : resolve(named);
  return openErasureStores({ erasuresDir: folder, bucket }).map((store, place) => ({
    store,
    isNamed: place === 0 && named !== undefined,
  }));
}

async function chooseKey(
  { backupPassphraseFile }: Config,
  { identity, "passphrase-file": given }: { identity?: string; "passphrase-file"?: string },
): Promise<BackupKey> {
  if (identity !== undefined) return { identities: await readIdentities(resolve(identity)) };
  const file = given ?? backupPassphraseFile;
  if (file === undefined) {
    throw new CopyError("Say what opens the backup: --identity FILE or --passphrase-file FILE.");
  }
  return { passphrase: await readPassphrase(resolve(file)) };
}

/** If a backup contains the secret, stores it where the server looks for it, unless there is one already. */
async function provideSecret(
  environment: NodeJS.ProcessEnv,
  { dataDir }: Config,
  header: CopyHeader,
): Promise<void> {
  const file = join(dataDir, "app-secret");
  if (environment.APP_SECRET?.trim() || existsSync(file)) return;
  if (header.app_secret === undefined) {
    throw new CopyError(
      `The secret that encrypts this backup's answers is missing. Set APP_SECRET to it, or put the file app-secret of the former server at ${file}.`,
    );
  }
  await writeFile(file, header.app_secret, { mode: 0o600, flag: "wx" });
}

function requireSecret({ secret_id }: CopyHeader, { acceptedIds }: Secrets): void {
  if (acceptedIds.includes(secret_id)) return;
  throw new CopyError(
    "This backup was made with another APP_SECRET than the present one. Set APP_SECRET to the one of that time, or APP_SECRET_PREVIOUS if it was changed since. Nothing was restored.",
  );
}
