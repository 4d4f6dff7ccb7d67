import { randomBytes } from "node:crypto";
import { toPaddedJson } from "#server/access/encryption/padded-json.ts";
import { findInvite } from "#server/access/open-invite.ts";
import { storeNamedReflections } from "#server/features/feedback/submit-queries.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { benchSecret, sampleAnswers, sampleCircle } from "./sample.mjs";

const secrets = createSecrets(Buffer.from(benchSecret));

/**
 * The statements of the product for one submission to a named circle, taken from the product itself: the read of the
 * link, and the statement (its own transaction) that completes the invite and stores the answers.
 *
 * @typedef {{ sql: string, parameters: readonly unknown[] }} Statement
 * @typedef {{ read: Statement, store: Statement }} SubmitStatements
 */

/** Placeholders for the parameters that differ from one submit to the next. */
export const marks = {
  invite_token: "<token>",
  invite_id: "<invite>",
  submission_key: "<submission key>",
  id: "<id>",
  note_id: "<note id>",
};

/** @returns {Promise<SubmitStatements>} */
export async function submitStatements() {
  const now = new Date();
  const read = await statementOf((db) => findInvite({ db, secrets }, marks.invite_token, now));
  const invite = /** @type {import("#server/access/open-invite.ts").OpenInvite} */ (
    /** @type {unknown} */ ({ id: marks.invite_id, invite_token: marks.invite_token })
  );
  // These are as long as encrypted answers, and text, which the statement's cast accepts.
  const bytes = randomBytes(toPaddedJson(sampleAnswers).length + 29);
  const answers = /** @type {import("#server/db/sealed.ts").Sealed<"answers">} */ (
    /** @type {unknown} */ (`\\x${bytes.toString("hex")}`)
  );
  const reflections = {
    id: marks.id,
    answers,
    questions: JSON.stringify(sampleCircle.questions),
    use_in_insights: true,
    consented_processor: "here",
    received_on: now.toISOString().slice(0, 10),
    note_id: marks.note_id,
    note: null,
  };
  const store = await statementOf((db) =>
    storeNamedReflections(db, invite, marks.submission_key, reflections, now),
  );
  return { read, store };
}

/**
 * @param {(db: import("#server/db/tables.ts").Db) => Promise<unknown>} work
 * @returns {Promise<Statement>}
 */
async function statementOf(work) {
  /** @type {Statement[]} */
  const asked = [];
  const listener = {
    executeQuery: async (/** @type {Statement} */ query) => {
      asked.push(query);
      return { rows: [] };
    },
  };
  await work(/** @type {import("#server/db/tables.ts").Db} */ (/** @type {unknown} */ (listener)));
  const [statement, ...more] = asked;
  if (statement === undefined || more.length > 0) {
    throw new Error(
      `Expected one statement, got ${asked.length}: bench/statements.mjs is outdated.`,
    );
  }
  return statement;
}
