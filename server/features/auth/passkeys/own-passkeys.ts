import { randomUUID } from "node:crypto";
import { minuteMs } from "#contract/values/durations.ts";
import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import { lockStrongSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import {
  deletePasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  lockPasskey,
  type PasskeyRow,
  takePasskeyChallenge,
  updatePasskey,
} from "../passkey-queries.ts";
import { requestNotice } from "../request-notice.ts";
import { type AccessChange, changeAccess } from "../require-reauthentication.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import {
  ceremonyMinutes,
  checkNewCredential,
  createRegistrationOptions,
  findRelyingParty,
  type RelyingParty,
} from "../webauthn/ceremonies.ts";

/** @throws AuthError passkey_disabled, session_not_found, user_banned, insufficient_aal */
export async function listOwnPasskeys(deps: AuthDeps, session: AuthenticatedSession) {
  requirePasskeys(deps.config);
  return inTransaction(deps.db, async (tx) => {
    await lockStrongSession(tx, deps, session);
    return (await listPasskeys(tx, session.user_id)).map(passkeyView);
  });
}

/** @throws AuthError as {@link listOwnPasskeys}, passkey_not_found */
export async function renamePasskey(
  deps: AuthDeps,
  {
    session,
    passkey_id,
    friendly_name,
  }: { session: AuthenticatedSession; passkey_id: string; friendly_name: string },
) {
  requirePasskeys(deps.config);
  return inTransaction(deps.db, async (tx) => {
    await lockStrongSession(tx, deps, session);
    const passkey = await lockOwn(tx, session, passkey_id);
    await updatePasskey(tx, passkey_id, { friendly_name, updated_at: deps.clock.now() });
    return passkeyView({ ...passkey, friendly_name });
  });
}

/**
 * Removes a passkey. Because it may have been stolen, the sessions that began with it end, even the caller's, and the
 * apps that were connected in them are disconnected. An email tells the owner.
 */
export async function removePasskey(
  deps: AuthDeps,
  { passkey_id, ...change }: AccessChange & { passkey_id: string },
): Promise<void> {
  requirePasskeys(deps.config);
  const { session, caller } = change;
  await changeAccess(deps, change, "change your passkeys", async (tx, user, now) => {
    await lockOwn(tx, session, passkey_id);
    await deletePasskey(tx, passkey_id);
    await requestNotice(tx, deps, "auth_passkey_removed", user);
    await recordAudit(tx, "passkey_removed", { session, caller, now }, { passkey_id });
  });
}

async function lockOwn(
  tx: Tx,
  { user_id }: AuthenticatedSession,
  passkeyId: string,
): Promise<PasskeyRow> {
  const passkey = await lockPasskey(tx, { user_id, passkey_id: passkeyId });
  if (!passkey) throw new AuthError("passkey_not_found");
  return passkey;
}

const maxPasskeys = 10;

/**
 * Starts adding a passkey. Only this call checks who may add one: the challenge works in this session alone, for five
 * minutes.
 */
export async function startAddingPasskey(deps: AuthDeps, change: AccessChange) {
  const party = requirePasskeys(deps.config);
  const { session } = change;
  const { user_id, session_id } = session;
  return changeAccess(deps, change, "change your passkeys", async (tx, user) => {
    const present = await listPasskeys(tx, user_id);
    if (present.length >= maxPasskeys) throw new AuthError("too_many_passkeys");
    const options = await createRegistrationOptions(party, {
      handle: user_id,
      email: user.email,
      present: present.map(({ credential }) => credential),
      signsIn: true,
    });
    return startCeremony(tx, deps, { options, session_id });
  });
}

/** Stores the challenge that an authenticator is to sign, which works once and for a few minutes. */
export async function startCeremony<Options extends { challenge: string }>(
  db: Tx | AuthDeps["db"],
  { clock }: Pick<AuthDeps, "clock">,
  { options, session_id }: { options: Options; session_id: string | null },
) {
  const now = clock.now();
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + ceremonyMinutes * minuteMs);
  await insertPasskeyChallenge(db, {
    id,
    session_id,
    challenge: options.challenge,
    expires_at: expiresAt,
    created_at: now,
  });
  return { challenge_id: id, options, expires_at: unixSeconds(expiresAt) };
}

type Outcome = { added: PasskeyRow } | { refused: AuthErrorCode };

/**
 * Adds the passkey that an authenticator has made for a challenge of this session. An email tells the owner.
 */
export async function finishAddingPasskey(
  deps: AuthDeps,
  asked: {
    session: AuthenticatedSession;
    challenge_id: string;
    credential: unknown;
    caller: Caller;
  },
) {
  const outcome = await inTransaction(deps.db, (tx) => addPasskey(tx, deps, asked));
  if ("refused" in outcome) throw new AuthError(outcome.refused);
  return passkeyView(outcome.added);
}

/** Refusals are returned, not thrown, once the challenge is used up: that must be committed. */
async function addPasskey(
  tx: Tx,
  deps: AuthDeps,
  { session, challenge_id, credential: answer, caller }: Parameters<typeof finishAddingPasskey>[1],
): Promise<Outcome> {
  const { config, clock, log } = deps;
  const party = requirePasskeys(config);
  const { user_id, session_id } = session;
  const { user } = await lockStrongSession(tx, deps, session);
  const now = clock.now();
  const challenge = await takePasskeyChallenge(tx, { id: challenge_id, session_id });
  if (!challenge) return { refused: "webauthn_challenge_not_found" };
  if (challenge.expires_at <= now) return { refused: "webauthn_challenge_expired" };
  const check = { party, answer, challenge: challenge.challenge, log };
  const credential = await checkNewCredential(check, { signsIn: true });
  if (!credential) return { refused: "webauthn_verification_failed" };
  const present = await listPasskeys(tx, user_id);
  if (present.length >= maxPasskeys) return { refused: "too_many_passkeys" };
  const added = await insertPasskey(tx, {
    id: randomUUID(),
    user_id,
    credential_id: credential.id,
    credential: JSON.stringify(credential),
    friendly_name: "",
    created_at: now,
    updated_at: now,
  });
  if (!added) return { refused: "webauthn_credential_exists" };
  await requestNotice(tx, deps, "auth_passkey_added", user);
  await recordAudit(tx, "passkey_added", { session, caller, now }, { passkey_id: added.id });
  return { added };
}

/** A passkey in the client library's format, which does not include its credential. */
function passkeyView({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
  return {
    id,
    friendly_name: friendly_name === "" ? undefined : friendly_name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString(),
  };
}

/** @throws AuthError passkey_disabled if browsers offer no passkeys for this server's address */
export function requirePasskeys(config: AuthDeps["config"]): RelyingParty {
  const party = findRelyingParty(config);
  if (!party) throw new AuthError("passkey_disabled");
  return party;
}
