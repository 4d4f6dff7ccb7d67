import type { BillingMode } from "#contract/billing/billing.ts";
import { DomainError } from "#contract/errors.ts";
import type { Sealed } from "#server/db/sealed.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { type CircleCipher, createCircleCipher } from "./encryption/circle-cipher.ts";
import { endOffer } from "./own-answers.ts";
import type { OwnedCircle } from "./owned-circle.ts";
import { isUnlocked } from "./unlocks.ts";

const cipher: unique symbol = Symbol("cipher");
const isOfferOver: unique symbol = Symbol("isOfferOver");
declare const begun: unique symbol;

/** A circle whose answers its owner may read now. Only {@link findReadableCircle} makes one. */
export type ReadableCircle = OwnedCircle & {
  readonly [cipher]: CircleCipher;
  readonly [isOfferOver]: boolean;
};

/**
 * A circle that is being read. What people wrote is stored encrypted; only {@link openText} reads it, and requires one
 * of these. Only {@link beginReading} makes one.
 */
export type BegunCircle = ReadableCircle & { readonly [begun]: true };

/** What is needed to check whether something is unlocked. */
export interface UnlockDeps {
  db: Db;
  clock: Clock;
  config: { billing: BillingMode };
}

/** What is needed to read what is unlocked. */
export interface ReadingDeps extends UnlockDeps {
  secrets: Secrets;
}

/** Texts of a circle that only its owner may read, and only once they are released and unlocked. */
type ReadableKind = "answers" | "encouragement" | "insights" | "own answers";

/**
 * Begins to read a circle, once there is a text in it to open. From then on its owner can no longer write own answers
 * to it or, if it is a further question, to the circle that it follows: this is stored before any text is opened. It is
 * no write of the caller's, so that connected apps begin to read, too.
 */
export async function beginReading(db: Db, circle: ReadableCircle): Promise<BegunCircle> {
  if (!circle[isOfferOver]) {
    await endOffer(db, { id: circle.follows ?? circle.id }, { state: "read" });
  }
  return circle as BegunCircle;
}

/**
 * The stored text of an answer, a note, insights or own answers.
 * @throws UnreadableSecretError for a text that belongs to another circle, is of another kind, or was changed
 */
export function openText<Kind extends ReadableKind>(
  circle: BegunCircle,
  kind: Kind,
  sealed: Sealed<NoInfer<Kind>>,
): string {
  return circle[cipher].open(kind, sealed);
}

/** Insights as they are stored. They are encrypted because they quote what people wrote. */
export function sealInsights(circle: ReadableCircle, text: string): Sealed<"insights"> {
  return circle[cipher].seal("insights", text);
}

/**
 * Returns an owner's circle for reading if it is unlocked: by an active subscription, by its own unlock, or
 * because this server has no billing. Undefined while it is locked, even when there is nothing to read yet. The
 * database alone decides; a provider is never asked. Source: docs/product.md, Paywall.
 */
export async function findReadableCircle(
  { db, clock, config, secrets }: ReadingDeps,
  circle: OwnedCircle,
): Promise<ReadableCircle | undefined> {
  const unlocked = await db
    .selectFrom("circles")
    .leftJoin("circle_keys", "circle_keys.circle_id", "circles.id")
    .leftJoin("own_answers", (join) =>
      join.on(({ eb, fn, ref }) =>
        eb("own_answers.circle_id", "=", fn.coalesce(ref("circles.follows"), ref("circles.id"))),
      ),
    )
    .where("circles.id", "=", circle.id)
    .where(isUnlocked(config.billing, clock.now()))
    .select(["circle_keys.wrapped_key", "own_answers.state"])
    .executeTakeFirst();
  if (unlocked === undefined) return undefined;
  const { wrapped_key, state } = unlocked;
  if (wrapped_key === null) throw new Error(`The paraline ${circle.id} has no key.`);
  return {
    ...circle,
    [cipher]: createCircleCipher(secrets, "circle key", circle.id, wrapped_key),
    [isOfferOver]: state !== null,
  };
}

/**
 * The same, for features that show nothing while the circle is locked.
 * @throws DomainError results_locked
 */
export async function loadReadableCircle(
  deps: ReadingDeps,
  circle: OwnedCircle,
): Promise<ReadableCircle> {
  const found = await findReadableCircle(deps, circle);
  if (found === undefined) throw new DomainError("results_locked");
  return found;
}
