import { createCircleCipher } from "#server/access/encryption/circle-cipher.ts";
import type { SealedReflections } from "#server/access/encryption/sealed-answers.ts";
import type { Db } from "#server/db/tables.ts";
import { testSecrets } from "../secrets.ts";

/** The rows of released answers, decrypted, for tests that check what is stored. */
export async function listStoredFeedback(db: Db, secrets = testSecrets) {
  const rows = await db
    .selectFrom("feedback")
    .innerJoin("circle_keys", "circle_keys.circle_id", "feedback.circle_id")
    .selectAll("feedback")
    .select("circle_keys.wrapped_key")
    .execute();
  return rows.map(({ sealed, wrapped_key, ...row }) => ({
    ...row,
    answers: JSON.parse(
      createCircleCipher(secrets, "circle key", row.circle_id, wrapped_key).open("answers", sealed),
    ) as Record<string, string | number>,
  }));
}

export async function listStoredNotes(db: Db, secrets = testSecrets) {
  const rows = await db
    .selectFrom("encouragements")
    .innerJoin("circle_keys", "circle_keys.circle_id", "encouragements.circle_id")
    .selectAll("encouragements")
    .select("circle_keys.wrapped_key")
    .execute();
  return rows.map(({ sealed, wrapped_key, ...row }) => ({
    ...row,
    note: createCircleCipher(secrets, "circle key", row.circle_id, wrapped_key).open(
      "encouragement",
      sealed,
    ),
  }));
}

export async function listStoredSealed(db: Db, secrets = testSecrets) {
  const rows = await db
    .selectFrom("sealed_answers")
    .innerJoin("sealing_keys", "sealing_keys.circle_id", "sealed_answers.circle_id")
    .selectAll("sealed_answers")
    .select("sealing_keys.wrapped_key")
    .execute();
  return rows.map(({ sealed, wrapped_key, ...row }) => ({
    ...row,
    ...(JSON.parse(
      createCircleCipher(secrets, "sealing key", row.circle_id, wrapped_key).open(
        "sealed answers",
        sealed,
      ),
    ) as SealedReflections),
  }));
}

/** All answers, sealed or not. Sealed answers have no invite. */
export async function listAllStored(db: Db, secrets = testSecrets) {
  const readable = await listStoredFeedback(db, secrets);
  const sealed = await listStoredSealed(db, secrets);
  return [...readable, ...sealed.map((row) => ({ ...row, invite_id: null }))];
}
