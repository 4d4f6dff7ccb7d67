import { isDeepStrictEqual } from "node:util";
import type { Question } from "#contract/circles/questions.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { type CircleCipher, createCircleCipher } from "./encryption/circle-cipher.ts";
import { toPaddedJson } from "./encryption/padded-json.ts";
import type { OwnedCircle } from "./owned-circle.ts";

/*
 * The answers that an owner writes before reading. The one row of a circle ends the offer to write them, for good, so
 * of writing, skipping and reading whichever comes first wins. Source: docs/product.md, Results.
 */

type Circle = Pick<OwnedCircle, "id">;

/** How the offer of a circle has ended; undefined while it is open. */
export async function findOwnAnswers(db: Db, circle: Circle) {
  return db
    .selectFrom("own_answers")
    .where("circle_id", "=", circle.id)
    .select(["state", "sealed", "questions"])
    .executeTakeFirst();
}

/**
 * Ends the offer unless it has ended; of concurrent calls exactly one does. Whether the caller may do so is not
 * checked.
 * @returns whether this call has ended it
 */
export async function endOffer(
  db: Db,
  circle: Circle,
  ending:
    | { state: "skipped" | "read" }
    | { state: "written"; sealed: Sealed<"own answers">; questions: readonly Question[] },
): Promise<boolean> {
  const { sealed, questions } =
    ending.state === "written" ? ending : { sealed: null, questions: null };
  const ended = await db
    .insertInto("own_answers")
    .columns(["circle_id", "user_id", "state", "sealed", "questions"])
    .expression(({ selectFrom, val, cast }) =>
      // The lock keeps the circle from being deleted meanwhile, and nobody who answers waits for it.
      selectFrom("circles")
        .where("id", "=", circle.id)
        .select(["id", "user_id"])
        .select([
          val(ending.state).as("state"),
          cast<Sealed<"own answers"> | null>(val(sealed), "bytea").as("sealed"),
          cast<Question[] | null>(val(questions && JSON.stringify(questions)), "jsonb").as(
            "questions",
          ),
        ])
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("state")
    .executeTakeFirst();
  return ended !== undefined;
}

/**
 * Stores an owner's own answers, sealed until the first reading, unless the offer has ended. Runs in a transaction.
 * @returns how the offer has ended; `written` only with these very answers, `other` with others
 */
export async function storeOwnAnswers(
  tx: Tx,
  secrets: Secrets,
  circle: OwnedCircle,
  answers: Answers,
): Promise<"written" | "other" | "skipped" | "read" | "gone"> {
  const cipher = await loadCipher(tx, secrets, circle);
  if (cipher === undefined) return "gone";
  const sealed = cipher.seal("own answers", toPaddedJson(answers));
  const { questions } = circle;
  if (await endOffer(tx, circle, { state: "written", sealed, questions })) return "written";
  const ended = await findOwnAnswers(tx, circle);
  if (ended === undefined) return "gone";
  if (ended.sealed === null) return ended.state === "read" ? "read" : "skipped";
  const before: unknown = JSON.parse(cipher.open("own answers", ended.sealed));
  return isDeepStrictEqual(before, answers) ? "written" : "other";
}

async function loadCipher(
  tx: Tx,
  secrets: Secrets,
  circle: OwnedCircle,
): Promise<CircleCipher | undefined> {
  const key: { wrapped_key: WrappedKey } | undefined = await tx
    .selectFrom("circle_keys")
    .where("circle_id", "=", circle.id)
    .select("wrapped_key")
    .executeTakeFirst();
  return key && createCircleCipher(secrets, "circle key", circle.id, key.wrapped_key);
}
