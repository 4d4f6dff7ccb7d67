import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { withdrawReflections } from "#contract/feedback/receipts.ts";
import { dayMs } from "#contract/values/durations.ts";
import { openErasureBucket } from "#server/access/erasures/erasure-bucket.ts";
import { openErasureFolder } from "#server/access/erasures/erasure-folder.ts";
import { openErasureList } from "#server/access/erasures/erasure-list.ts";
import { listCopiedTables, tablesLeftOut } from "#server/db/copy/copied-tables.ts";
import { requireUsableDatabase } from "#server/db/database-state.ts";
import { createEmbeddedDb } from "#server/db/embedded/embedded.ts";
import { findLastBackup } from "#server/db/last-backup.ts";
import type { OpenedDatabase } from "#server/db/open.ts";
import { embeddedParsers } from "#server/db/parsers.ts";
import { openPostgres } from "#server/db/postgres.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "#server/features/auth/audit.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { createDiskCoverStore } from "#server/features/covers/cover-store-disk.ts";
import { recordOptOut } from "#server/mail/opt-outs.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { useTestApp } from "#server/testing/app.ts";
import { connectTestApp } from "#server/testing/auth/connected-apps.ts";
import { seedSignInMethods } from "#server/testing/auth/seed-sign-in-methods.ts";
import { uploadCover } from "#server/testing/covers.ts";
import {
  createOwnedDatabase,
  type TestDatabase,
  testDatabaseKind,
} from "#server/testing/database/db.ts";
import { readEmptyDatabase } from "#server/testing/database/empty-embedded.ts";
import { changeRows, insertRow } from "#server/testing/database/rows.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { startS3Double } from "#server/testing/s3-double.ts";
import { testAppSecret, testSecrets } from "#server/testing/secrets.ts";
import { serveCommandRequests } from "../command-requests.ts";
import { moveData } from "../move-data.ts";
import { restore } from "../restore.ts";
import { requestCopy } from "./backup-channel.ts";
import { type BackupKey, readBackupFile, writeBackupFile } from "./backup-file.ts";
import { formatLine, readHeader, readLine } from "./copy-format.ts";
import { openKeptEmailFiles } from "./kept-email-files.ts";
import { loadCopy } from "./load-copy.ts";
import { requireErasureList } from "./require-erasure-list.ts";
import { snapshotCopy } from "./write-copy.ts";

const s3 = await startS3Double();
const app = useTestApp({ each: false, environment: s3.settings });

const caller = { address: "203.0.113.7", ip: "203.0.113.7", user_agent: null };

let folder: string;
let key: BackupKey;
let recipient: string;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "paraline-copy-"));
  const identity = await generateX25519Identity();
  key = { identities: [identity] };
  recipient = await identityToRecipient(identity);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const createSource = (from: typeof app) => ({
  db: from.db,
  clock: from.clock,
  secrets: testSecrets,
  covers: from.deps.covers,
  outbox: openKeptEmailFiles(from.deps.config.dataDir),
});

/** A database without any table, of either kind. */
async function openEmpty(kind = testDatabaseKind): Promise<OpenedDatabase & { url: string }> {
  if (kind === "embedded") {
    const pglite = await PGlite.create({
      parsers: embeddedParsers,
      // Only the suite's setup for the embedded database makes one to copy.
      ...(testDatabaseKind === "embedded" && { loadDataDir: await readEmptyDatabase() }),
    });
    closing.push(() => pglite.close());
    return { kind, db: createEmbeddedDb(pglite), url: "", close: async () => {} };
  }
  const { databaseUrl, drop } = await createOwnedDatabase();
  const { db, close } = openPostgres(databaseUrl, { name: "a test" });
  closing.push(drop, close);
  return { kind, db, url: databaseUrl, close };
}

async function backUp(name: string): Promise<string> {
  const file = join(folder, name);
  await writeBackupFile(file, { recipient }, snapshotCopy(createSource(app)));
  return file;
}

async function restoreFile(
  file: string,
  database: OpenedDatabase,
  dataDir: string,
  { with: given = key, list }: { with?: BackupKey; list?: Parameters<typeof restore>[3] } = {},
): Promise<string> {
  const lines = readBackupFile(file, given)[Symbol.asyncIterator]();
  const first = await lines.next();
  const header = readHeader(first.done === true ? undefined : first.value);
  const { clock, deps } = app;
  const covers = createDiskCoverStore(dataDir);
  const place = {
    database,
    secrets: testSecrets,
    clock,
    log: deps.log,
    config: { ...deps.config, dataDir },
    covers,
  };
  return restore(header, { [Symbol.asyncIterator]: () => lines }, place, list);
}

/** Begins a new session for an existing account. */
async function signInAgain({ db, deps, createOwner }: typeof app, { user_id, email }: TestOwner) {
  const { access_token } = await createOwner();
  const claims = decodeJwt(access_token);
  await sql`update auth.sessions set user_id = ${user_id}::uuid where id = ${claims.session_id}::uuid`.execute(
    db,
  );
  return { user_id, email, access_token: await deps.keys.sign({ ...claims, sub: user_id }) };
}

/** Every row of every table as text, except sessions and what is in progress. */
async function everything(db: Db): Promise<Map<string, string[]>> {
  const ended = [
    "sessions",
    "one_time_tokens",
    "flow_state",
    "mfa_challenges",
    "passkey_challenges",
    "oauth_authorizations",
    "provider_sign_ins",
  ];
  const content = new Map<string, string[]>();
  for (const { name } of await listCopiedTables(db)) {
    if (ended.some((table) => name === `auth.${table}`)) continue;
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(stored)::text as row from ${sql.raw(name)} as stored`.execute(db);
    content.set(name, rows.map(({ row }) => row).toSorted());
  }
  return content;
}

// All tests below use one product that has something of every kind.
let owner: TestOwner;
let named: string;
let anonymous: string;
let sealed: string;
let cover: string;

beforeAll(async () => {
  owner = await app.createOwner({
    full_name: "Maya \\ “Ö” \n'quoted'",
    email: "maya@paraline.example",
  });
  cover = await uploadCover(app, owner, "1700000000001.png");
  named = await app.circles.createInvited(owner, {
    title: 'Named, "with" a cover',
    cover_image_url: cover,
    people: ["ana", "ben", "cleo"],
  });
  for (const person of ["ana", "ben"]) {
    await app.circles.answerAs(named, person, {
      answers: { 1: `A tab\t and a \\ of ${person}` },
      encouragement: "Go on.",
    });
  }
  await app.as(owner, "POST", `/api/circles/${named}/insights`);
  await app.as(owner, "PATCH", `/api/circles/${named}/decision`, {
    path: "affirm",
    fields: { affirm: { why: "Because." } },
    came_true: "yes",
  });
  const people = ["dan", "eva", "fay", "gus", "hal"];
  anonymous = await app.circles.createInvited(owner, { is_anonymous: true, people });
  for (const person of ["dan", "eva", "fay"]) await app.circles.answerAs(anonymous, person);
  await app.circles.close(owner, anonymous);
  sealed = await app.circles.createInvited(owner, { is_anonymous: true, people });
  await app.circles.answerAs(sealed, "dan");
  await app.emails.optOut("stopped@paraline.example");
  for (const action of ["login", "logout"] as const) {
    const entry = { user_id: owner.user_id, caller, now: app.clock.now() };
    await recordAudit(app.db, action, { ...entry });
  }
  // The queue's own schedule leaves such a row behind.
  const own = "__pgboss__send-it";
  await sql`select jobs.create_queue(${own}::text, '{"policy": "standard"}'::jsonb)`.execute(
    app.db,
  );
  await sql`insert into jobs.job (name, data) values (${own}::text, '{"cron": "* * * * *"}')`.execute(
    app.db,
  );
  await connectTestApp(app.deps, owner.user_id, { scopes: ["circles:read"] });
  await seedSignInMethods(app.db);
  // This makes sure that nothing is due when a copy is loaded.
  await app.emails.sweep("notify_owners");
}, 60_000);

describe("the content of a copy", () => {
  it("is every table and column, except those that are left out for a reason", async () => {
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select table_schema || '.' || table_name as name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      group by 1 order by 1`.execute(app.db);
    const copied = await listCopiedTables(app.db);
    const kept = rows.filter(({ name }) => tablesLeftOut[name] === undefined);
    expect(copied.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual(
      kept.map(({ name, columns }) => [name, columns]),
    );
    expect(Object.keys(tablesLeftOut).toSorted()).toEqual(
      rows.map(({ name }) => name).filter((name) => tablesLeftOut[name] !== undefined),
    );
    // For a table in another schema, or a new one of the queue, somebody has to decide whether it is copied.
    const others = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('public', 'auth', 'pg_catalog', 'information_schema')
        and tablename not like 'queue_stats%' order by 1`.execute(app.db);
    expect(others.rows.map(({ name }) => name)).toEqual([
      "jobs.bam",
      "jobs.job",
      "jobs.job_common",
      "jobs.job_dependency",
      "jobs.queue",
      "jobs.schedule",
      "jobs.subscription",
      "jobs.version",
      "jobs.warning",
    ]);
  });
});

describe("a backup", () => {
  let restored: OpenedDatabase;
  let before: Map<string, string[]>;
  let said: string;
  const environment = { DATA_DIR: "" };
  const laterEmail = randomUUID();
  const dueEmail = randomUUID();

  beforeAll(async () => {
    environment.DATA_DIR = join(folder, "restored");
    const later = new Date(Date.now() + 3_600_000 * 24 * 365);
    for (const [id, at] of [
      [laterEmail, later],
      [dueEmail, undefined],
    ] as const) {
      const row = { id, kind: "review_reminder", intent: id, to_address: owner.email } as const;
      const mail = { ...row, user_id: owner.user_id, circle_id: named, invite_id: null };
      await insertRow(app.db, "emails", {
        ...mail,
        state: "queued",
        not_before: at ?? null,
        created_at: app.clock.now(),
      });
      await app.db
        .transaction()
        .execute((tx) =>
          app.jobs.enqueue(tx, "send_mail", { mail_id: id }, at ? { startAfter: at } : {}),
        );
    }
    before = await everything(app.db);
    const file = join(folder, "while-running.age");
    // Requests go on while the backup is made. What they store is not in it.
    await writeBackupFile(file, { recipient }, withOwnerMeanwhile(snapshotCopy(createSource(app))));
    restored = await openEmpty();
    said = await restoreFile(file, restored, environment.DATA_DIR);
  }, 120_000);

  const database: TestDatabase = {
    kind: testDatabaseKind,
    get db() {
      return restored.db;
    },
    databaseUrl: "",
  };
  const again = useTestApp({ database, environment });

  it("restored elsewhere, brings back every row, numbers new rows after them, and says what was done", async () => {
    const after = await everything(restored.db);
    for (const [table, rows] of before) {
      if (table === "public.emails") continue;
      // The start of the product stores some rows itself.
      const found = (after.get(table) ?? []).filter((row) => rows.includes(row));
      expect([table, found]).toEqual([table, rows]);
    }
    const filled = [...before].filter(([, rows]) => rows.length > 0);
    expect(filled.length).toBeGreaterThan(20);
    const highest = await restored.db
      .selectFrom("auth.audit_log")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirst();
    const { rows } = await sql<{ next: number }>`
      select nextval(pg_get_serial_sequence('auth.audit_log', 'id')) as next`.execute(restored.db);
    expect(rows[0]?.next).toBeGreaterThan(Number(highest?.id ?? 0));
    expect(said).toContain("is restored and verified. It has accounts: ");
    // An owner who runs the server must not learn here how many answers are sealed.
    expect(said).not.toContain("responses");
    await requireUsableDatabase(restored.db);
  });

  it("opens every answer, keeps every link working and shows covers; everybody signs in again", async () => {
    expect((await again.as(owner, "GET", "/api/circles")).status).toBe(403);
    const signedIn = await signInAgain(again, owner);
    expect(again.deps.config.dataDir).toBe(environment.DATA_DIR);
    const results = await (
      await again.as(signedIn, "GET", `/api/circles/${named}/feedback`)
    ).text();
    expect(results).toContain("A tab\\t and a \\\\ of ana");
    expect(results).toContain("Go on.");
    expect(await again.circles.read(signedIn, anonymous)).toMatchObject({ responses_count: 3 });
    const picture = await again.request(cover);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);

    const { invite_token } = await app.circles.person(named, "cleo");
    expect((await again.circles.answer(invite_token)).status).toBe(201);
    // With two more there are three.
    for (const person of ["eva", "fay"]) await again.circles.answerAs(sealed, person);
    expect(await again.circles.close(signedIn, sealed)).toMatchObject({ responses_count: 3 });
  });

  it("does not send emails again that were due then, and sends those later that were not", async () => {
    const states = await restored.db
      .selectFrom("emails")
      .where("id", "in", [laterEmail, dueEmail])
      .select(["id", "state"])
      .execute();
    expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [laterEmail, "queued"],
        [dueEmail, "failed"],
      ]),
    );
    const { rows } = await sql<{ mail_id: string }>`
      select data ->> 'mail_id' as mail_id from jobs.job
      where name = 'send_mail' and state = 'created' and start_after > now() + interval '100 days'`.execute(
      restored.db,
    );
    expect(rows).toEqual([{ mail_id: laterEmail }]);
  });

  it("is refused by a target that is not empty, which stays as it is", async () => {
    const dataDir = join(folder, "full");
    const had = await everything(restored.db);
    await expect(restoreFile(join(folder, "while-running.age"), restored, dataDir)).rejects.toThrow(
      "The target is not empty",
    );
    expect(await everything(restored.db)).toEqual(had);
    await requireUsableDatabase(restored.db);
    expect(await readdir(dataDir).catch(() => [])).toEqual([]);
  });
});

// The code is the same on both databases, and creating an embedded one takes seconds.
describe.runIf(testDatabaseKind === "postgres")("what is not restored", () => {
  let target: OpenedDatabase;
  let file: string;
  beforeAll(async () => {
    target = await openEmpty();
    file = await backUp("damaged.age");
  }, 60_000);

  const dataDir = () => join(folder, "nothing");
  const nothingIsStored = async () => {
    for (const { name } of await listCopiedTables(target.db)) {
      const { rows } = await sql`select from ${sql.raw(name)} limit 1`.execute(target.db);
      expect([name, rows.length]).toEqual([name, 0]);
    }
    expect(await readdir(join(dataDir(), "outbox")).catch(() => [])).toEqual([]);
    const covers = await readdir(join(dataDir(), "covers", owner.user_id)).catch(() => []);
    expect(covers).toEqual([]);
  };

  it("a backup that another key or passphrase opens", async () => {
    const other = { identities: [await generateX25519Identity()] };
    await expect(restoreFile(file, target, dataDir(), { with: other })).rejects.toThrow(
      "does not open",
    );
    const encrypter = new Encrypter();
    encrypter.setPassphrase("the right passphrase");
    encrypter.setScryptWorkFactor(10);
    const locked = join(folder, "passphrase.age");
    await writeFile(locked, await encrypter.encrypt("anything"));
    const wrong = { passphrase: "a wrong passphrase" };
    await expect(restoreFile(locked, target, dataDir(), { with: wrong })).rejects.toThrow(
      "does not open",
    );
  });

  it("a backup that did not fit on the disk: it does not exist, not even in part", async () => {
    const full = await mkdtemp(join(folder, "full-"));
    const handle = await open(join(folder, "any"), "w");
    const writing = vi
      .spyOn(Object.getPrototypeOf(handle), "writeFile")
      .mockRejectedValue(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
    try {
      await expect(
        writeBackupFile(join(full, "backup.age"), { recipient }, each(["a", "b"])),
      ).rejects.toThrow("the disk is full (ENOSPC). There is no backup");
    } finally {
      writing.mockRestore();
      await handle.close();
    }
    expect(await readdir(full)).toEqual([]);
  });

  it("a file that is cut off or changed anywhere, or is something else", async () => {
    const whole = await readFile(file);
    const flipped = (at: number) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    };
    const broken = {
      "cut at its end": whole.subarray(0, -1),
      "cut in the middle": whole.subarray(0, Math.floor(whole.length / 2)),
      "changed at its end": flipped(whole.length - 5),
      "changed in the middle": flipped(Math.floor(whole.length / 2)),
      "changed in its header": flipped(10),
      "something else": Buffer.from("hello"),
      empty: Buffer.alloc(0),
    };
    for (const [what, bytes] of Object.entries(broken)) {
      const path = join(folder, "broken.age");
      await writeFile(path, bytes);
      const restoring = restoreFile(path, target, dataDir());
      await expect(restoring, what).rejects.toThrow(/damaged|is not a backup|not a copy/);
    }
    await nothingIsStored();
  });

  it("a copy of a later format or version, with another secret, or whose lines do not add up", async () => {
    const lines: string[] = [];
    for await (const line of readBackupFile(file, key)) lines.push(line);
    const header = readHeader(lines[0]);
    expect(() => readHeader(JSON.stringify({ ...header, paraline_copy: 2 }))).toThrow(
      "has format 2",
    );
    const load = (
      rest: string[],
      changes: object = {},
      secrets = testSecrets,
      covers: CoverStore = createDiskCoverStore(dataDir()),
    ) =>
      loadCopy({ ...header, ...changes }, each(rest), {
        database: target,
        secrets,
        files: { covers, outbox: openKeptEmailFiles(dataDir()) },
        mayReplace: false,
      });
    const rest = lines.slice(1);
    const later = { migrations: [...header.migrations, "9999-later"] };
    await expect(load(rest, later)).rejects.toThrow("made by a later version");
    await expect(load(rest, { migrations: ["0001-auth"] })).rejects.toThrow("before 1.0");
    const foreign = createSecrets(Buffer.from("another secret, as long as the first one is"));
    await expect(load(rest, {}, foreign)).rejects.toThrow(/APP_SECRET/);
    const row = rest.findIndex((line) => line.startsWith("["));
    const without = rest.toSpliced(row, 1);
    await expect(load(without)).rejects.toThrow("does not contain what it should");
    await expect(load(rest.slice(0, -1))).rejects.toThrow("damaged or incomplete");
    // This is the bucket of the former server. A failed loading must not remove the covers in it.
    const bucket = app.deps.covers;
    await expect(load(rest.slice(0, -1), {}, testSecrets, bucket)).rejects.toThrow("incomplete");
    expect(await bucket.list(owner.user_id)).toEqual(["1700000000001.png"]);
    const table = rest.findIndex((line) => line.includes('"table":"public.circles"'));
    const end = rest.findIndex((line) => line.includes('"end_of_table":"public.circles"'));
    await expect(load(rest.toSpliced(table, end - table + 1))).rejects.toThrow();
    await sql`
      create function another_name() returns trigger language plpgsql as
      $$ begin new.full_name := 'another'; return new; end $$`.execute(target.db);
    await sql`
      create trigger another_name before insert on profiles
      for each row execute function another_name()`.execute(target.db);
    await expect(load(rest)).rejects.toThrow("The table public.profiles does not contain");
    await sql`drop function another_name() cascade`.execute(target.db);
    const climbing = formatLine({ file: "covers/../../x", sha256: emptyHash, content: "" });
    await expect(load([climbing])).rejects.toThrow("damaged");
    await nothingIsStored();
    await requireUsableDatabase(target.db);
  });

  it("a restore that is killed while it creates the tables leaves a database that refuses to be used, and can be repeated", async () => {
    const { db, url, ...rest } = await openEmpty("postgres");
    const identity = join(folder, "key.txt");
    await writeFile(identity, "identities" in key ? key.identities.join("\n") : "");
    await db.transaction().execute(async (tx) => {
      // The migrator waits for its lock.
      await sql`select pg_advisory_xact_lock(${migratorLock}::bigint)`.execute(tx);
      const child = spawn(
        process.execPath,
        ["dist/server/main.js", "restore", "--from", file, "--identity", identity, ...withoutList],
        {
          env: { DATA_DIR: join(folder, "killed"), DATABASE_URL: url, APP_SECRET: testAppSecret },
          stdio: "ignore",
        },
      );
      const ended = once(child, "exit");
      await expect
        .poll(async () => (await waitingProcess.execute(tx)).rows, { timeout: 30_000 })
        .toHaveLength(1);
      child.kill("SIGKILL");
      expect(await ended).toEqual([null, "SIGKILL"]);
    });
    await expect(requireUsableDatabase(db)).rejects.toThrow("did not finish");
    const said = await restoreFile(file, { db, ...rest }, dataDir());
    expect(said).toContain("is restored and verified");
    await requireUsableDatabase(db);
    expect(await findLastBackup(db)).toEqual(app.clock.now());
  }, 60_000);

  it("the target of an interrupted restore refuses to be used, and the command can be repeated", async () => {
    await target.db.updateTable("database_state").set({ state: "unfinished" }).execute();
    await expect(requireUsableDatabase(target.db)).rejects.toThrow("did not finish");
    await target.db
      .insertInto("auth.invited_addresses")
      .values({ email: "left" } as never)
      .execute()
      .catch(() => {});
    const said = await restoreFile(file, target, dataDir());
    expect(said).toContain("is restored and verified");
    await requireUsableDatabase(target.db);
  });
});

const withoutList = ["--without-erasures"];

/** The lock with which Kysely lets one process migrate at a time. */
const migratorLock = "3853314791062309107";
const waitingProcess = sql`
  select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;

const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Passes the lines on. After the first one, somebody signs up, on a database where requests do not wait for a copy. */
async function* withOwnerMeanwhile(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const line of lines) {
    yield line;
    if (isFirst && testDatabaseKind === "postgres") await app.createOwner();
    isFirst = false;
  }
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe.runIf(testDatabaseKind === "postgres")("a backup from before something was erased", () => {
  it("does not bring it back, and does not bring back sealed answers of a paraline that has closed since", async () => {
    const gone = await app.createOwner();
    const goneCircle = await app.circles.createInvited(gone, { people: ["zoe"] });
    const deleted = await app.circles.create(owner, { title: "To be deleted" });
    const released = await app.circles.createInvited(owner, {
      is_anonymous: true,
      people: ["kim", "lea", "max"],
    });
    for (const person of ["kim", "lea"]) await app.circles.answerAs(released, person);
    const tooFew = await app.circles.createInvited(owner, {
      is_anonymous: true,
      people: ["kim", "lea", "max"],
    });
    await app.circles.answerAs(tooFew, "kim");
    const open = await app.circles.createInvited(owner, { is_anonymous: true });
    const openNamed = await app.circles.createInvited(owner);
    const toWithdraw: { invite_token: string; code: string }[] = [];
    for (const id of [open, openNamed]) {
      const { invite_token } = await app.circles.person(id, "ana");
      const response = await app.circles.answer(invite_token);
      const { code } = (await response.json()) as { code: string };
      toWithdraw.push({ invite_token, code });
    }
    const ben = await app.circles.person(deleted, "ben");
    const cleo = await app.circles.person(named, "cleo");
    const stays = await app.createOwner();
    for (const { user_id } of [owner, stays]) {
      await changeRows(app.db, "auth.users", { id: user_id }, { password_hash: "of then" });
    }
    const now = app.clock.now();
    const file = await backUp("before.age");

    for (const { invite_token, code } of toWithdraw) {
      const response = await app.circles.useReceipt(invite_token, withdrawReflections, { code });
      expect(response.status).toBe(200);
    }
    await app.circles.answerAs(released, "max");
    for (const id of [released, tooFew]) await app.circles.close(owner, id);
    expect((await app.as(owner, "DELETE", `/api/invites/${cleo.id}`)).status).toBeLessThan(300);
    const title = { title: "To be deleted" };
    expect((await app.as(owner, "DELETE", `/api/circles/${deleted}`, title)).status).toBeLessThan(
      300,
    );
    await recordAudit(app.db, "user_updated_password", { user_id: owner.user_id, caller, now });
    const optOut = { email: "ana@paraline.example", owner_id: owner.user_id, now };
    await inTransaction(app.db, (tx) => recordOptOut(tx, optOut));
    const erase = { email: gone.email };
    const machines = ["one", "other"].map((name) => ({
      ...app.deps.config,
      erasuresDir: join(folder, name),
    }));
    const [one, other] = machines.map((config) => openErasureList({ ...app.deps, config }));
    // Each of them moves a part of the notes.
    await one?.write();
    expect((await app.as(gone, "DELETE", "/api/account", erase)).status).toBe(200);
    await other?.write();
    await one?.writeFolder();

    const header = { made_at: now.toISOString() };
    const places = [
      ...machines.map((config) => openErasureFolder(config.erasuresDir)),
      openErasureBucket(s3.bucket),
    ];
    const lists = await Promise.all(
      places.map((store) => requireErasureList([{ store, isNamed: false }], header, testSecrets)),
    );
    const [list] = lists;
    for (const each of lists) expect(each.days).toEqual(list?.days);

    const { db, ...rest } = await openEmpty();
    const said = await restoreFile(file, { db, ...rest }, join(folder, "erased"), { list });
    expect(said).toContain(
      `From the list of erasures in ${join(folder, "one")} (2026-11-02 to 2026-11-02):`,
    );
    expect(said).toContain(
      "accounts erased again: 1, paralines erased again: 1, people erased again: 1, answers erased again: 2, paralines closed again: 2",
    );
    const ids = async (table: "auth.users" | "circles" | "invites") =>
      (await db.selectFrom(table).select("id").execute()).map(({ id }) => id);
    expect(await ids("auth.users")).not.toContain(gone.user_id);
    expect(await ids("circles")).not.toContain(goneCircle);
    expect(await ids("circles")).not.toContain(deleted);
    expect(await ids("circles")).toContain(named);
    expect(await ids("invites")).not.toContain(ben.id);
    expect(await ids("invites")).not.toContain(cleo.id);
    const keys = await db.selectFrom("sealing_keys").select("circle_id").execute();
    expect(keys.map(({ circle_id }) => circle_id).toSorted()).toEqual([sealed, open].toSorted());
    const answered = [open, openNamed];
    for (const table of ["sealed_answers", "feedback"] as const) {
      const left = db.selectFrom(table).where("circle_id", "in", answered).select("id");
      expect(await left.execute()).toEqual([]);
    }
    const ana = db.selectFrom("invites").where("circle_id", "=", openNamed);
    expect(await ana.where("status", "=", "completed").select("id").execute()).toEqual([]);
    const access = await db
      .selectFrom("auth.users")
      .where("password_hash", "is not", null)
      .select("id")
      .execute();
    expect(access).toEqual([{ id: stays.user_id }]);
    const optOuts = db.selectFrom("mail_opt_outs").where("owner_id", "=", owner.user_id);
    expect(await optOuts.select("email").execute()).toEqual([{ email: "ana@paraline.example" }]);
    const closed = await db
      .selectFrom("circles")
      .leftJoin("feedback", "feedback.circle_id", "circles.id")
      .where("circles.id", "in", [released, tooFew])
      .select(["circles.status", "feedback.id as answer"])
      .execute();
    expect(closed).toEqual(Array(2).fill({ status: "completed", answer: null }));

    // A new machine has only what is restored, which includes the list.
    const config = { ...app.deps.config, erasuresDir: join(folder, "new"), bucket: undefined };
    await openErasureList({ ...app.deps, db, config }).writeFolder();
    const lines = await openErasureFolder(config.erasuresDir).read("2026-11-02");
    for (const line of list?.days.get("2026-11-02") ?? []) expect(lines).toContain(line);
    expect(list?.days.get("2026-11-02")?.size).toBeGreaterThan(7);
  }, 60_000);

  it("requires a list of this secret that goes back far enough, and says where it found none", async () => {
    const config = { ...app.deps.config, erasuresDir: join(folder, "late") };
    await openErasureList({ ...app.deps, config }).writeFolder();
    const store = openErasureFolder(config.erasuresDir);
    const none = openErasureFolder(join(folder, "none"));
    const made = { made_at: "2026-11-01T23:00:00Z" };
    const present = { made_at: "2026-11-02T09:00:00Z" };
    const need = (
      stores: Parameters<typeof requireErasureList>[0],
      header = present,
      secrets = testSecrets,
    ) => requireErasureList(stores, header, secrets);
    const [found, missing] = [
      { store, isNamed: true },
      { store: none, isNamed: false },
    ];
    expect(await need([missing, found])).toMatchObject({
      places: [{ name: config.erasuresDir, from: "2026-11-02", to: "2026-11-02" }],
    });
    await expect(need([found], made)).rejects.toThrow("begins on 2026-11-02, after the backup");
    await expect(need([missing])).rejects.toThrow(`There is no list of erasures in ${none.name}`);
    await expect(need([found, { ...missing, isNamed: true }])).rejects.toThrow("There is no list");
    const strangers = createSecrets(Buffer.from("another secret, as long as the first one is"));
    await expect(need([found], present, strangers)).rejects.toThrow("with another APP_SECRET");
    // Between two lists that do not overlap, entries may be missing.
    const gap = join(folder, "gap");
    await mkdir(gap);
    await writeFile(
      join(gap, "2026-10-30.erasures"),
      await readFile(join(config.erasuresDir, "2026-11-02.erasures")),
    );
    const before = { store: openErasureFolder(gap), isNamed: false };
    await expect(need([found, before], made)).rejects.toThrow("begins on 2026-11-02");
  });

  it("treats emails that became due since as sent, closes what has ended since, and leaves the rest to the server", async () => {
    const start = app.clock.now();
    const late = await app.createOwner();
    const day = (days: number) =>
      new Date(start.getTime() + days * dayMs).toISOString().slice(0, 10);
    const ends = { deadline: day(3), people: ["ana", "ben"] };
    const ended = await app.circles.createInvited(late, ends);
    const goesOn = await app.circles.createInvited(late, { ...ends, deadline: day(30) });
    const review = { path: "affirm", review_date: day(2) };
    expect((await app.as(late, "PATCH", `/api/circles/${ended}/decision`, review)).status).toBe(
      200,
    );
    await app.work();
    await app.circles.answerAs(goesOn, "ana");
    const file = await backUp("before-due.age");

    app.clock.set(`${day(5)}T12:00:00Z`);
    const { db, ...rest } = await openEmpty();
    await restoreFile(file, { db, ...rest }, join(folder, "due"));
    const emails = await db
      .selectFrom("emails")
      .where("user_id", "=", late.user_id)
      .where("state", "<>", "sent")
      .select(["kind", "state", "circle_id"])
      .orderBy("kind")
      .execute();
    expect(emails).toEqual([
      { kind: "completed", state: "failed", circle_id: ended },
      { kind: "new_responses", state: "failed", circle_id: null },
      { kind: "review_reminder", state: "failed", circle_id: ended },
    ]);
    const statuses = await db
      .selectFrom("circles")
      .where("id", "in", [ended, goesOn])
      .select(["id", "status"])
      .execute();
    expect(new Map(statuses.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [ended, "completed"],
        [goesOn, "active"],
      ]),
    );
    app.clock.set(start.toISOString());
  }, 60_000);
});

describe.runIf(testDatabaseKind === "embedded")(
  "a backup of a database that a server has open",
  () => {
    it("is made by that server on request, and breaks off when the server ends", async () => {
      const { config } = app.deps;
      expect(await requestCopy(config.dataDir)).toBeUndefined();
      await mkdir(join(config.dataDir, "database"), { recursive: true });
      const backups = await serveCommandRequests({ ...app.deps, ...createSource(app) });
      const lines: string[] = [];
      // Other requests go on meanwhile.
      const [copy] = await Promise.all([requestCopy(config.dataDir), app.createOwner()]);
      for await (const line of copy ?? []) lines.push(line);
      expect(readHeader(lines[0])).toMatchObject({ secret_id: testSecrets.id });
      expect(readLine(lines.at(-1) ?? "")).toMatchObject({
        end: { tables: { "public.circles": { rows: 3 } } },
      });
      expect((await readdir(config.dataDir)).filter((name) => name.startsWith(".copy"))).toEqual(
        [],
      );

      const leaving = await requestCopy(config.dataDir);
      const first = await leaving?.[Symbol.asyncIterator]().next();
      expect(readHeader(first?.value)).toMatchObject({ secret_id: testSecrets.id });
      await backups.close();
      // An open file would keep its space on the disk.
      expect(listOpenFiles(config.dataDir)).toEqual([]);
      expect(await requestCopy(config.dataDir)).toBeUndefined();
    });
  },
);

/** The files of a folder that this process has open, including deleted ones. Only Linux can list them. */
function listOpenFiles(folder: string): string[] {
  const descriptors = "/proc/self/fd";
  if (!existsSync(descriptors)) return [];
  return readdirSync(descriptors).flatMap((descriptor) => {
    try {
      const file = readlinkSync(join(descriptors, descriptor));
      return file.startsWith(`${folder}/.`) ? [file] : [];
    } catch {
      // The descriptor with which the folder was listed is closed again.
      return [];
    }
  });
}

// The move is from a server to the embedded database and back.
describe.runIf(testDatabaseKind === "postgres")("moving to another database", () => {
  it("moving to another database and back again moves everything, stops the source from storing anything, and can be repeated", async () => {
    const source = {
      ...createSource(app),
      database: { db: app.db, kind: testDatabaseKind, close: async () => {} },
    };
    const there = await openEmpty("embedded");
    const moving = { again: false, stay: true, name: "there" };
    const target = { database: there, secrets: testSecrets, files: undefined };
    await moveData(source, target, moving);
    const stored = await everything(app.db);
    expect(await everything(there.db)).toEqual(stored);
    const listJobs = async (db: Db) => {
      const { rows } = await sql<{ job: string }>`
        select name || data::text as job from jobs.job
        where state in ('created', 'retry', 'active') and data <> '{}' and name not like '\\_\\_%'`.execute(
        db,
      );
      return rows.map(({ job }) => job).toSorted();
    };
    expect(await listJobs(there.db)).toEqual(await listJobs(app.db));

    await expect(moveData(source, target, moving)).rejects.toThrow("not empty");
    await moveData(source, target, { ...moving, again: true });
    await there.db.updateTable("database_state").set({ served_at: new Date() }).execute();
    await expect(moveData(source, target, { ...moving, again: true })).rejects.toThrow("not empty");

    const back = await openEmpty();
    const fromThere = { ...source, db: there.db, database: there };
    const home = { database: back, secrets: testSecrets, files: undefined };
    await moveData(fromThere, home, { again: false, stay: false, name: "home" });
    expect(await everything(back.db)).toEqual(stored);
    await expect(requireUsableDatabase(there.db)).rejects.toThrow("were moved to home");
    const write = there.db.updateTable("profiles").set({ full_name: "lost" }).execute();
    await expect(write).rejects.toThrow("were moved to another one");
    await expect(
      moveData(fromThere, home, { again: false, stay: false, name: "home" }),
    ).rejects.toThrow("--again");

    // And then back to the original database, which still has the former contents.
    const returning = { ...source, db: back.db, database: back };
    const left = { database: there, secrets: testSecrets, files: undefined };
    await moveData(returning, left, { again: true, stay: false, name: "there" });
    expect(await everything(there.db)).toEqual(stored);
    await requireUsableDatabase(there.db);
    await there.db.updateTable("profiles").set({ full_name: "kept" }).execute();
  }, 120_000);
});
