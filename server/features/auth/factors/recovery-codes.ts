import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isSameDigest } from "#server/system/secrets.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { findRecoveryCodeSet, listFactors, listVerifiedFactors, type UserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import { type AccessChange, changeAccess } from "../require-reauthentication.ts";
import { deleteOtherWeakSessions, deleteSession, hasRecoveryLapsed } from "../sessions/queries.ts";
import { type StartedSession, sessionAnswer } from "../sessions/start-session.ts";
import { raiseSession } from "./pass-factor.ts";
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteWrongCodes,
  insertRecoveryCodeSet,
  listUnusedCodeHashes,
  lowerSessionsOfRecoveryCodes,
  markRecoveryCodeUsed,
  recoveryCodeMethod,
  replaceRecoveryCodes,
  updateRecoveryCodeSet,
} from "./queries.ts";
import {
  findDelay,
  findGuessCounter,
  recordWrongCode,
  requireFactorCallAllowed,
} from "./wrong-codes.ts";

const purpose = "change your second steps";
/** The name of a set that its owner has not named. */
const defaultName = "Recovery codes";

/**
 * Tells how many codes the account has and how many of them still work, but never the codes themselves.
 * @throws AuthError mfa_factor_not_found if there are none
 */
export async function readRecoveryCodes(
  { db }: Pick<AuthDeps, "db">,
  { user_id }: AuthenticatedSession,
) {
  const set = await findRecoveryCodeSet(db, user_id);
  if (!set) throw noRecoveryCodesError();
  return { id: set.id, type: "recovery_code", ...(await countRecoveryCodes(db, set.id)) };
}

/**
 * Makes the account's first recovery codes, which are shown only once. They stand in for a second step, so the account
 * must have one.
 */
export async function createRecoveryCodes(
  deps: AuthDeps,
  { friendly_name = "", ...change }: AccessChange & { friendly_name: string | undefined },
) {
  return changeAccess(deps, change, purpose, async (tx, user, now) => {
    const factors = await listFactors(tx, user.id);
    if (!factors.some(({ status }) => status === "verified")) {
      throw new AuthError("mfa_recovery_codes_sole_factor");
    }
    if (await findRecoveryCodeSet(tx, user.id)) throw new AuthError("mfa_verified_factor_exists");
    const name = friendly_name || defaultName;
    if (factors.some((factor) => factor.friendly_name === name)) {
      throw new AuthError("mfa_factor_name_conflict");
    }
    const set = { id: randomUUID(), friendly_name: name, key: createSetKey() };
    await insertRecoveryCodeSet(tx, {
      id: set.id,
      user_id: user.id,
      friendly_name: name,
      key_encrypted: deps.secrets.encrypt(set.key, setKeyContext(set.id)),
      created_at: now,
      updated_at: now,
    });
    return storeNewCodes(tx, deps, change, { set, user });
  });
}

/**
 * Replaces the codes. The caller's session stays raised, because its owner may have no other way to pass the second
 * step.
 */
export async function regenerateRecoveryCodes(deps: AuthDeps, change: AccessChange) {
  return changeAccess(deps, change, purpose, async (tx, user, now) => {
    const present = await findRecoveryCodeSet(tx, user.id);
    if (!present) throw noRecoveryCodesError();
    const set = { ...present, key: createSetKey() };
    const keyEncrypted = deps.secrets.encrypt(set.key, setKeyContext(set.id));
    await updateRecoveryCodeSet(tx, set.id, {
      key_encrypted: keyEncrypted,
      updated_at: now,
    });
    const { session_id } = change.session;
    await lowerSessionsOfRecoveryCodes(tx, { user_id: user.id, except: session_id });
    return storeNewCodes(tx, deps, change, { set, user });
  });
}

/** @throws AuthError as {@link regenerateRecoveryCodes} */
export async function removeRecoveryCodes(
  deps: AuthDeps,
  change: AccessChange,
): Promise<{ id: string }> {
  const { session, caller } = change;
  return changeAccess(deps, change, purpose, async (tx, user, _now) => {
    const set = await findRecoveryCodeSet(tx, user.id);
    if (!set) throw noRecoveryCodesError();
    await deleteRecoveryCodes(tx, user.id);
    await requestNotice(tx, deps, "auth_recovery_codes_deleted", user);
    await recordAudit(
      tx,
      "recovery_codes_deleted",
      { session, caller, now: deps.clock.now() },
      { factor_id: set.id },
    );
    return { id: set.id };
  });
}

function noRecoveryCodesError(): AuthError {
  return new AuthError("mfa_factor_not_found", {
    message: "There are no recovery codes for this account.",
  });
}

async function storeNewCodes(
  tx: Tx,
  deps: AuthDeps,
  { session: { session_id }, caller }: AccessChange,
  { set, user }: { set: { id: string; friendly_name: string; key: Buffer }; user: UserRow },
) {
  const codes = createCodes();
  await replaceRecoveryCodes(
    tx,
    set.id,
    codes.map((code) => hashCode(set.key, code)),
  );
  await requestNotice(tx, deps, "auth_recovery_codes_made", user);
  await recordAudit(
    tx,
    "generate_recovery_codes",
    { user_id: user.id, session_id, caller, now: deps.clock.now() },
    { factor_id: set.id },
  );
  const { id, friendly_name } = set;
  return { id, type: "recovery_code", friendly_name, total: codes.length, codes };
}

type Attempt = { session: AuthenticatedSession; code: string; caller: Caller };

type Outcome = { passed: StartedSession } | { refused: AuthError };

/**
 * Passes the second step by a recovery code, and emails the owner. Wrong ones count together with wrong codes of the
 * second step.
 */
export async function verifyRecoveryCode(deps: AuthDeps, attempt: Attempt) {
  await requireFactorCallAllowed(deps, attempt.session);
  const outcome = await inTransaction(deps.db, (tx) => verify(tx, deps, attempt));
  if ("refused" in outcome) throw outcome.refused;
  return sessionAnswer(deps, outcome.passed);
}

/** Refusals are returned, not thrown: the count must be committed. */
async function verify(tx: Tx, deps: AuthDeps, attempt: Attempt): Promise<Outcome> {
  const { session, code, caller } = attempt;
  const { user_id, session_id } = session;
  const now = deps.clock.now();
  const { user, session: present } = await lockCallerSession(tx, deps, session);
  if (hasRecoveryLapsed(present, now)) {
    await deleteSession(tx, session_id);
    return { refused: new AuthError("session_expired") };
  }
  const set = await findRecoveryCodeSet(tx, user_id);
  const verified = await listVerifiedFactors(tx, user_id);
  if (!set || verified.length === 0) return { refused: noRecoveryCodesError() };
  const guesser = findGuessCounter(present);
  const delay = await findDelay(tx, deps, guesser);
  if (delay) {
    const { message, retry_after_seconds } = delay;
    return {
      refused: new AuthError("mfa_recovery_codes_locked", { message, retry_after_seconds }),
    };
  }

  const key = deps.secrets.decrypt(set.key_encrypted, setKeyContext(set.id));
  const typed = hashCode(key, readTypedCode(code));
  const unused = await listUnusedCodeHashes(tx, set.id);
  // The code is compared with every hash, so that the time does not depend on which one matches.
  const isAccepted = unused.map((codeHash) => isSameDigest(codeHash, typed)).some(Boolean);
  await recordAudit(
    tx,
    "verification_attempted",
    { session, caller, now },
    { factor_id: set.id, method: recoveryCodeMethod, accepted: isAccepted },
  );
  if (!isAccepted) {
    await recordWrongCode(tx, deps, guesser, user);
    const message = "Invalid recovery code entered";
    return { refused: new AuthError("mfa_verification_failed", { message }) };
  }

  await markRecoveryCodeUsed(tx, { set_id: set.id, code_hash: typed, now });
  await deleteWrongCodes(tx, guesser);
  await deleteOtherWeakSessions(tx, { user_id, session_id, now });
  const { remaining } = await countRecoveryCodes(tx, set.id);
  await requestNotice(tx, deps, "auth_recovery_code_used", user, String(remaining));
  // If the session has also passed a second step, it is still lowered when that step is removed.
  const { factor_id } = present;
  const raised = { session: present, factor_id, method: recoveryCodeMethod, caller };
  return { passed: await raiseSession(tx, deps, raised) };
}

/** How many codes a set has. */
const codesInSet = 10;

/** Crockford's base 32, which has no letter that could be mistaken for a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeCharacters = 16;
const keyBytes = 32;

/** Makes the codes of a new set. Each has 80 random bits, and no two are the same. */
function createCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < codesInSet) codes.add(createCode());
  return [...codes];
}

function createCode(): string {
  // 32 characters divide the 256 values of a byte evenly.
  return Array.from(randomBytes(codeCharacters), (byte) => alphabet[byte % 32]).join("");
}

/**
 * Converts a typed code to the form in which it was made: it may be typed in any case, with spaces and hyphens, or with
 * an O for a zero.
 */
function readTypedCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

/**
 * Makes the key with which the codes of one set are hashed. It is stored encrypted, so that it can be encrypted again
 * with a new APP_SECRET.
 */
function createSetKey(): Buffer {
  return randomBytes(keyBytes);
}

/** The hash that is stored for a code. */
export function hashCode(key: Uint8Array, code: string): Buffer {
  return createHmac("sha256", key).update(code).digest();
}

/** The context in which the key of a set is encrypted. */
export function setKeyContext(setId: string): string {
  return `recovery codes ${setId}`;
}
