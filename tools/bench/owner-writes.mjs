import { randomUUID } from "node:crypto";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runAsSession } from "#server/access/acting-session.ts";
import { openDatabase } from "#server/db/open.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { createBenchDatabase, median } from "./load/load-figures.mjs";
import { seedDatabase } from "./load/seed.mjs";

/**
 * What it costs to lock and check the session before an owner's smallest write, one row in a transaction, in
 * milliseconds from start to commit. Both kinds alternate in one run, so that their ratio is meaningful even on a busy
 * machine.
 *
 * @typedef {object} OwnerWriteFigures
 * @property {number} aloneMs
 * @property {number} withSessionMs
 */

const rounds = 40;
const writesPerRound = 25;
const clock = { now: () => new Date() };

/** @returns {Promise<{ embedded: OwnerWriteFigures, server: OwnerWriteFigures }>} */
export async function measureOwnerWrites() {
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), "paraline-writes-"));
  const dataFolder = temporary.path;
  return {
    embedded: await measureOn({ databaseUrl: undefined, dataDir: dataFolder }),
    server: await measureServer(dataFolder),
  };
}

/** @param {string} dataFolder */
async function measureServer(dataFolder) {
  await using database = await createBenchDatabase();
  return await measureOn({ databaseUrl: database.url, dataDir: dataFolder });
}

/**
 * @param {{ databaseUrl: string | undefined, dataDir: string }} place
 * @returns {Promise<OwnerWriteFigures>}
 */
async function measureOn(place) {
  await seedDatabase(place, { named: 1, anonymous: 0 });
  const { db, close } = await openDatabase(place);
  try {
    const { id } = await db.selectFrom("circles").select("id").limit(1).executeTakeFirstOrThrow();
    const session = await insertSession(db);
    const write = () =>
      inTransaction(db, (tx) =>
        tx.updateTable("circles").set({ updated_at: clock.now() }).where("id", "=", id).execute(),
      );
    /** @type {OwnerWriteFigures[]} */
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({
        aloneMs: await timeOf(write),
        withSessionMs: await timeOf(() => runAsSession({ clock }, session, write)),
      });
    }
    // The first rounds are for warming up.
    const counted = measured.slice(rounds / 4);
    return {
      aloneMs: median(counted.map(({ aloneMs }) => aloneMs)),
      withSessionMs: median(counted.map(({ withSessionMs }) => withSessionMs)),
    };
  } finally {
    await close();
  }
}

/** @param {import("#server/db/tables.ts").Db} db */
async function insertSession(db) {
  const { id: userId, email } = await db
    .selectFrom("auth.users")
    .select(["id", "email"])
    .executeTakeFirstOrThrow();
  const sessionId = randomUUID();
  const now = clock.now();
  await db
    .insertInto("auth.sessions")
    .values({
      id: sessionId,
      user_id: userId,
      aal: "aal1",
      amr: "[]",
      refreshed_at: now,
      user_agent: null,
      ip: null,
      created_at: now,
    })
    .execute();
  return {
    user_id: userId,
    session_id: sessionId,
    email,
    aal: /** @type {const} */ ("aal1"),
    has_verified_factor: false,
    app: undefined,
  };
}

/** Milliseconds per call, run one after the other. @param {() => Promise<unknown>} work */
async function timeOf(work) {
  const began = performance.now();
  for (let n = 0; n < writesPerRound; n += 1) await work();
  return (performance.now() - began) / writesPerRound;
}
