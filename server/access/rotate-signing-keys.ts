import { type Selectable, sql } from "kysely";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type { SigningAlgorithm } from "#server/config/signing-algorithms.ts";
import type { AuthTables } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { insertSigningKey } from "./signing-keys.ts";

/** Twice the time for which a key set is cached, so that everyone who uses the keys has a new key before it signs. */
const publishedBeforeMs = 20 * minuteMs;

interface RotationDeps {
  db: Db;
  secrets: Secrets;
  clock: Clock;
  config: {
    authSigningAlgorithm: SigningAlgorithm;
    authKeyRotationDays: number;
    authAccessTokenSeconds: number;
  };
}

type KeyRow = Selectable<AuthTables["auth.signing_keys"]>;

/** What a rotation changed: a key that waits now, one that signs from now on, former ones that are gone, or nothing. */
export interface Rotation {
  prepared?: { kid: string; signs_from: Date };
  activated?: string;
  removed: readonly string[];
}

/**
 * Does what is due. A waiting key begins to sign; a new key is made before the current one gets too old, or because the
 * algorithm was changed; and keys whose last token has expired are removed. It can be run at any time, and by several
 * processes at once: one of them does the work. Not to be called inside a transaction.
 */
export function rotateSigningKeys(deps: RotationDeps): Promise<Rotation> {
  return changeKeys(deps, async (tx, { current, standby, expired }) => {
    const { algorithm, now, rotateAt } = readDue(deps, current);
    const removed = await removeKeys(tx, expired);
    // Nothing was ever signed with it, so it can be removed at once.
    const isOutdated = standby !== undefined && standby.algorithm !== algorithm;
    if (isOutdated) removed.push(...(await removeKeys(tx, [standby])));
    if (standby !== undefined && !isOutdated) {
      if ((standby.signs_from ?? now) > now) return { removed };
      await activate(tx, deps, { current, next: standby.kid });
      return { activated: standby.kid, removed };
    }
    const isNeeded = current.algorithm !== algorithm || (rotateAt !== undefined && rotateAt <= now);
    return isNeeded ? { prepared: await prepare(tx, deps), removed } : { removed };
  });
}

/**
 * Makes the key that signs next, unless one waits already. It begins to sign after enough time for everybody who keeps
 * a copy of the public keys to have read it. Not to be called inside a transaction.
 */
export function prepareSigningKey(deps: RotationDeps): Promise<Rotation> {
  return changeKeys(deps, async (tx, { standby }) => {
    if (standby?.algorithm === deps.config.authSigningAlgorithm) {
      const signsFrom = standby.signs_from ?? deps.clock.now();
      return { prepared: { kid: standby.kid, signs_from: signsFrom }, removed: [] };
    }
    const removed = standby === undefined ? [] : await removeKeys(tx, [standby]);
    return { prepared: await prepare(tx, deps), removed };
  });
}

/**
 * Makes a new key that signs from now on. Others who keep a copy of the public keys may refuse its tokens until they
 * read the keys again. With `isCompromised` every existing key is removed, and its tokens are no longer accepted:
 * people can continue after their next refresh. Otherwise the tokens of the former key stay valid until they expire.
 * Not to be called inside a transaction.
 */
export function replaceSigningKey(
  deps: RotationDeps,
  { isCompromised }: { isCompromised: boolean },
): Promise<Rotation> {
  return changeKeys(deps, async (tx, { current, standby, all }) => {
    const { algorithm, now } = readDue(deps, current);
    if (isCompromised) {
      // Someone who could read one of the keys could read all of them.
      const removed = await removeKeys(tx, all);
      const kid = await insertSigningKey(tx, deps.secrets, {
        algorithm,
        state: "current",
        signs_from: now,
        now,
      });
      return { activated: kid, removed };
    }
    const isUsable = standby?.algorithm === algorithm;
    const removed = standby !== undefined && !isUsable ? await removeKeys(tx, [standby]) : [];
    const next = isUsable ? standby.kid : (await prepare(tx, deps)).kid;
    await activate(tx, deps, { current, next });
    return { activated: next, removed };
  });
}

function readDue({ clock, config }: RotationDeps, current: KeyRow) {
  const days = config.authKeyRotationDays;
  const since = current.signs_from ?? current.created_at;
  return {
    algorithm: config.authSigningAlgorithm,
    now: clock.now(),
    rotateAt: days === 0 ? undefined : new Date(since.getTime() + days * dayMs - publishedBeforeMs),
  };
}

type PresentKeys = {
  current: KeyRow;
  standby: KeyRow | undefined;
  /** Previous keys whose tokens have all expired. */
  expired: readonly KeyRow[];
  all: readonly KeyRow[];
};

/** Runs `change` while no one else can change the keys; reading them stays possible. */
function changeKeys(
  { db, clock }: RotationDeps,
  change: (tx: Tx, keys: PresentKeys) => Promise<Rotation>,
): Promise<Rotation> {
  return inTransaction(db, async (tx) => {
    await sql`lock table auth.signing_keys in share row exclusive mode`.execute(tx);
    const all = await tx.selectFrom("auth.signing_keys").selectAll().execute();
    const current = all.find(({ state }) => state === "current");
    if (!current) throw new Error("There is no signing key.");
    const now = clock.now();
    return change(tx, {
      current,
      standby: all.find(({ state }) => state === "standby"),
      expired: all.filter(({ verifies_until }) => verifies_until !== null && verifies_until <= now),
      all,
    });
  });
}

async function prepare(tx: Tx, { secrets, clock, config }: RotationDeps) {
  const now = clock.now();
  const signsFrom = new Date(now.getTime() + publishedBeforeMs);
  const kid = await insertSigningKey(tx, secrets, {
    algorithm: config.authSigningAlgorithm,
    state: "standby",
    signs_from: signsFrom,
    now,
  });
  return { kid, signs_from: signsFrom };
}

/** From now on `next` signs, and no one can sign with the former one again. */
async function activate(
  tx: Tx,
  { clock, config }: RotationDeps,
  { current, next }: { current: KeyRow; next: string },
): Promise<void> {
  const now = clock.now();
  const acceptedMs = config.authAccessTokenSeconds * 1000 + publishedBeforeMs;
  await tx
    .updateTable("auth.signing_keys")
    .set({
      state: "previous",
      private_encrypted: null,
      // A process that has not read the keys again signs with the former key for up to another minute.
      verifies_until: new Date(now.getTime() + acceptedMs),
    })
    .where("kid", "=", current.kid)
    .execute();
  await tx
    .updateTable("auth.signing_keys")
    .set({ state: "current", signs_from: now })
    .where("kid", "=", next)
    .execute();
}

async function removeKeys(tx: Tx, keys: readonly KeyRow[]): Promise<string[]> {
  const kids = keys.map(({ kid }) => kid);
  if (kids.length > 0) {
    await tx.deleteFrom("auth.signing_keys").where("kid", "in", kids).execute();
  }
  return kids;
}
