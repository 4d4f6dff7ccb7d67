import { stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Config, loadConfig, readEnvironment } from "#server/config/config.ts";
import { findDatabaseState, requireUsableDatabase } from "#server/db/database-state.ts";
import { DirectoryInUseError } from "#server/db/embedded/directory-lock.ts";
import { recordBackup } from "#server/db/last-backup.ts";
import { paymentSettings } from "#server/features/billing/providers.ts";
import { openCoverStore } from "#server/features/covers/open-cover-store.ts";
import { systemClock } from "#server/system/clock.ts";
import { findErrorCode } from "#server/system/error-code.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { readOptions, refuseArguments } from "./command-arguments.ts";
import { sendCommandRequest } from "./command-requests.ts";
import { requestCopy } from "./copy/backup-channel.ts";
import {
  type BackupEncryption,
  readPassphrase,
  requireNoFile,
  writeBackupFile,
} from "./copy/backup-file.ts";
import { connectToDatabase } from "./copy/connect-to-database.ts";
import {
  CopyError,
  type CopyTotals,
  formatLine,
  readHeader,
  readLine,
} from "./copy/copy-format.ts";
import { openKeptEmailFiles } from "./copy/kept-email-files.ts";
import { emptyDatabaseError, snapshotCopy } from "./copy/write-copy.ts";

export async function backupCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    named: ["to", "recipient", "passphrase-file", "make-key"],
    flags: ["with-secret"],
  });
  const { to, "make-key": keyFile } = options?.values ?? {};
  if (keyFile !== undefined && args.length === 2) return makeKey(keyFile);
  if (options === undefined || to === undefined || keyFile !== undefined)
    return refuseArguments("backup");
  const { config } = loadConfig(readEnvironment(), paymentSettings);
  const file = await nameFile(to);
  const encryption = await chooseEncryption(config, options.values);
  // This is checked before a server is asked for a copy.
  await requireNoFile(file);
  const isWithSecret = options.has("with-secret");
  const began = performance.now();
  let totals: CopyTotals | undefined;
  await withCopy(config, async (lines) => {
    const checked = checkCopy(lines, {
      appSecret: isWithSecret ? config.appSecret : undefined,
      onEnd: (counted) => {
        totals = counted;
      },
    });
    await writeBackupFile(file, encryption, checked);
  });
  const { size } = await stat(file);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(
    `${file} is complete (${Math.ceil(size / 1000)} KB, in ${seconds} s). It has ${describeTotals(totals)}. APP_SECRET is ${isWithSecret ? "in it" : "not in it: keep it in another place"}.\n`,
  );
}

/** Leaves out how many responses there are: an owner who operates the server must not learn how many are sealed. */
export function describeTotals(totals: CopyTotals | undefined): string {
  const count = (table: string) => totals?.tables[table]?.rows ?? 0;
  return formatCounts({
    accounts: count("auth.users"),
    paralines: count("public.circles"),
    files: totals?.files ?? 0,
    "unfinished jobs": totals?.jobs ?? 0,
  });
}

export function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ");
}

async function withCopy(
  config: Config,
  write: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  const database = await connectToDatabase("DATABASE_URL", config).catch(async (error: unknown) => {
    if (!(error instanceof DirectoryInUseError)) throw error;
    const lines = await requestCopy(config.dataDir);
    if (lines === undefined) throw error;
    await write(lines);
    await noteBackup(() => sendCommandRequest("backup made", config.dataDir));
    return undefined;
  });
  if (database === undefined) return;
  try {
    const { db } = database;
    await requireUsableDatabase(db);
    if ((await findDatabaseState(db)) === undefined) throw emptyDatabaseError();
    const secrets = createSecrets(config.appSecret, config.appSecretPrevious);
    const source = {
      db,
      clock: systemClock,
      secrets,
      covers: openCoverStore(config),
      outbox: openKeptEmailFiles(config.dataDir),
    };
    await write(snapshotCopy(source));
    await noteBackup(() => recordBackup(db, systemClock.now()));
  } finally {
    await database.close();
  }
}

/** Notes the backup for the doctor. It is complete even if this fails, as when a database lacks the table for it. */
async function noteBackup(note: () => Promise<unknown>): Promise<void> {
  try {
    await note();
  } catch (error) {
    process.stderr.write(
      `The time of this backup could not be noted, so npm run doctor does not know of it (${findErrorCode(error) ?? String(error)}).\n`,
    );
  }
}

async function* checkCopy(
  lines: AsyncIterable<string>,
  { appSecret, onEnd }: { appSecret: Buffer | undefined; onEnd: (totals: CopyTotals) => void },
): AsyncGenerator<string> {
  let isFirst = true;
  let isComplete = false;
  for await (const line of lines) {
    if (isFirst && !line.startsWith('{"error"')) {
      const header = readHeader(line);
      yield appSecret === undefined
        ? line
        : formatLine({ ...header, app_secret: appSecret.toString("utf8") });
      isFirst = false;
      continue;
    }
    if (!line.startsWith("[")) {
      const parsed = readLine(line);
      if (typeof parsed === "object" && "end" in parsed) {
        isComplete = true;
        onEnd(parsed.end);
      }
    }
    yield line;
  }
  if (!isComplete) throw new CopyError("The server broke off before the copy was complete.");
}

async function chooseEncryption(
  { backupRecipient, backupPassphraseFile }: Config,
  given: { recipient?: string; "passphrase-file"?: string },
): Promise<BackupEncryption> {
  const isGiven = given.recipient !== undefined || given["passphrase-file"] !== undefined;
  const recipient = isGiven ? given.recipient : backupRecipient;
  const file = isGiven ? given["passphrase-file"] : backupPassphraseFile;
  if ((recipient === undefined) === (file === undefined)) {
    throw new CopyError(
      "Set either BACKUP_RECIPIENT or BACKUP_PASSPHRASE_FILE, with which the backup is encrypted.",
    );
  }
  if (recipient !== undefined && !/^age1[\da-z]+$/.test(recipient)) {
    throw new CopyError("A recipient is a public key of age, beginning with age1.");
  }
  return recipient === undefined ? { passphrase: await readPassphrase(file ?? "") } : { recipient };
}

async function nameFile(to: string): Promise<string> {
  if (to === "-") throw new CopyError("A backup is written to a file: name a file or a folder.");
  const path = resolve(to);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return path;
  const time = systemClock.now().toISOString().slice(0, 19).replaceAll(":", "");
  return join(path, `paraline-${time}Z.age`);
}

async function makeKey(file: string): Promise<void> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new CopyError(`${file} cannot be created: ${String(error)}`);
  }
  process.stdout.write(
    `The private key is in ${file}: keep it away from this server. Without it no backup can be read. For backups set\nBACKUP_RECIPIENT=${recipient}\n`,
  );
}
