import { type Selectable, sql } from "kysely";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type { SigningAlgorithm } from "#server/config/signing-algorithms.ts";
import type { AuthTables } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { insertSigningKey } from "./signing-keys.ts";

/** Two lives of a cached key set: within that time, everyone who uses the keys learns of a new key before it signs. */
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

/** What a rotation changed: nothing, a key that waits, one that signs from now on, or former ones that are gone. */
export interface Rotation {
  prepared?: { kid: string; signs_from: Date };
  activated?: string;
  removed: readonly string[];
}

/**
 * Does what is due: a waiting key begins to sign, one is made in time before the current one gets too old, or because
 * the algorithm was changed, and those whose last token has ended are removed. Can be run at any time, by several
 * processes at once; one of them does it. Not to be called inside a transaction.
 */
export function rotateSigningKeys(deps: RotationDeps): Promise<Rotation> {
  return changeKeys(deps, async (tx, { current, standby, expired }) => {
    const { algorithm, now, rotateAt } = readDue(deps, current);
    const removed = await removeKeys(tx, expired);
    // Nothing was ever signed with it, so it can go at once.
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
 * Makes the key that signs next, unless one waits already. It begins to sign once everybody who keeps a copy of the
 * public keys must have seen it. Not to be called inside a transaction.
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
 * A new key signs from now on. Others who keep a copy of the public keys may refuse its tokens until they read them
 * again. With `isCompromised` every key so far is removed, so that no token of theirs is accepted any more: people
 * continue after their next refresh. Else the former one's tokens stay valid until they end. Not to be called inside a
 * transaction.
 */
export function replaceSigningKey(
  deps: RotationDeps,
  { isCompromised }: { isCompromised: boolean },
): Promise<Rotation> {
  return changeKeys(deps, async (tx, { current, standby, all }) => {
    const { algorithm, now } = readDue(deps, current);
    if (isCompromised) {
      // Someone who could read one of them could read them all.
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
  /** Previous ones whose tokens have all ended. */
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
      // A process that has not read the keys again signs with it for another minute.
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
