import { isDeepStrictEqual } from "node:util";
import type { Question } from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
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
      // The lock keeps the circle from being deleted meanwhile. It delays no submission.
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
 * Stores an owner's own answers, sealed until the first reading. The same answers again change nothing. Runs in a
 * transaction.
 * @throws DomainError circle_not_found, own_answers_too_late, own_answers_given
 */
export async function storeOwnAnswers(
  tx: Tx,
  secrets: Secrets,
  circle: OwnedCircle,
  answers: Answers,
): Promise<void> {
  const cipher = await loadCipher(tx, secrets, circle);
  const sealed = cipher.seal("own answers", toPaddedJson(answers));
  const { questions } = circle;
  if (await endOffer(tx, circle, { state: "written", sealed, questions })) return;
  const ended = await findOwnAnswers(tx, circle);
  if (ended === undefined) throw new DomainError("circle_not_found");
  if (ended.state === "read") throw new DomainError("own_answers_too_late");
  const before: unknown = ended.sealed && JSON.parse(cipher.open("own answers", ended.sealed));
  if (!isDeepStrictEqual(before, answers)) throw new DomainError("own_answers_given");
}

async function loadCipher(tx: Tx, secrets: Secrets, circle: OwnedCircle): Promise<CircleCipher> {
  const key: { wrapped_key: WrappedKey } | undefined = await tx
    .selectFrom("circle_keys")
    .where("circle_id", "=", circle.id)
    .select("wrapped_key")
    .executeTakeFirst();
  if (key === undefined) throw new DomainError("circle_not_found");
  return createCircleCipher(secrets, "circle key", circle.id, key.wrapped_key);
}
