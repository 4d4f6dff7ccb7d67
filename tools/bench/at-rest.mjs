import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CompiledQuery } from "kysely";
import { cipherOf, createKey } from "#server/access/encryption/circle-cipher.ts";
import { toPaddedJson } from "#server/access/encryption/padded-json.ts";
import { findInvite } from "#server/access/open-invite.ts";
import { createEmbeddedVacuum } from "#server/db/embedded/vacuum-embedded.ts";
import { openDatabase } from "#server/db/open.ts";
import { submitFeedback } from "#server/features/feedback/submit-feedback.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { benchSecret, peoplePerCircle, sampleAnswers, tokenOf } from "./load/sample.mjs";
import { seedDatabase } from "./load/seed.mjs";

/**
 * What encryption at rest costs for a submission and a read, in milliseconds of CPU time, and how the embedded
 * database's folder grows.
 *
 * @typedef {object} AtRestFigures
 * @property {number} sealMs what a submit spends on it: opens the circle's key, encrypts answers and note
 * @property {number} sealAnonymousMs the same for an anonymous submit
 * @property {number} openMs what reading the results of 50 people with eight answers each spends on it
 * @property {number} emptyBytes size of the folder before the first submit
 * @property {number} filledBytes after 20,000 submits
 * @property {number} sweptBytes after all of them were deleted and the database was vacuumed
 */

const submits = 20_000;
const circleId = randomUUID();
const secrets = createSecrets(Buffer.from(benchSecret));

/** @returns {Promise<AtRestFigures>} */
export async function measureAtRest() {
  return { ...measureEncryption(), ...(await measureFolder()) };
}

function measureEncryption() {
  const { wrapped_key } = createKey(secrets, "circle key", circleId);
  const cipher = () => cipherOf(secrets, "circle key", circleId, wrapped_key);
  const answers = toPaddedJson(sampleAnswers);
  const eight = toPaddedJson(
    Object.fromEntries(Array.from({ length: 8 }, (_, index) => [index, sampleAnswers[1]])),
  );
  const stored = Array.from({ length: 50 }, () => cipher().seal("answers", eight));
  return {
    sealMs: cpuOf(5000, () => {
      const { seal } = cipher();
      seal("answers", answers);
      seal("encouragement", "Keep your Saturdays.");
    }),
    sealAnonymousMs: cpuOf(5000, () => {
      cipher().seal("sealed answers", answers);
    }),
    openMs: cpuOf(200, () => {
      const { open } = cipher();
      for (const sealed of stored) JSON.parse(open("answers", sealed));
    }),
  };
}

/**
 * The CPU time of one turn, after some warm-up turns.
 * @param {number} turns
 * @param {() => void} turn
 */
function cpuOf(turns, turn) {
  for (let n = 0; n < turns / 10; n += 1) turn();
  const before = process.cpuUsage();
  for (let n = 0; n < turns; n += 1) turn();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / turns;
}

async function measureFolder() {
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), "paraline-folder-"));
  const dataFolder = temporary.path;
  const circles = submits / peoplePerCircle;
  await seedDatabase(
    { databaseUrl: undefined, dataDir: dataFolder },
    { named: circles, anonymous: 0 },
  );
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: dataFolder });
  const run = (/** @type {string} */ text) => db.executeQuery(CompiledQuery.raw(text));
  const bytes = async () => {
    await run("checkpoint");
    return sizeOf(path.join(dataFolder, "database", "files", "base"));
  };
  const vacuum = createEmbeddedVacuum(db);
  try {
    const emptyBytes = await bytes();
    await submitAll(db);
    const filledBytes = await bytes();
    await run("delete from feedback");
    await vacuum.run();
    return { emptyBytes, filledBytes, sweptBytes: await bytes() };
  } finally {
    await close();
  }
}

/** @param {import("#server/db/tables.ts").Db} db */
async function submitAll(db) {
  const deps = { db, secrets, clock: { now: () => new Date() }, processor: "here" };
  for (let number = 0; number < submits; number += 1) {
    const token = tokenOf("named", number);
    await submitFeedback(deps, token, await findInvite(deps, token, new Date()), {
      submission_key: randomUUID(),
      answers: sampleAnswers,
      use_in_insights: true,
    });
  }
}

/** @param {string} folder @returns {number} */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
