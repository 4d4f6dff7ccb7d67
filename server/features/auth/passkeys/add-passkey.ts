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
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  type PasskeyRow,
  takePasskeyChallenge,
} from "../passkey-queries.ts";
import { type AccessChange, permitAccessChange } from "../permission/permit-access-change.ts";
import { requestNotice } from "../request-notice.ts";
import { unixSeconds } from "../sessions/start-session.ts";
import { askForCredential, ceremonyMinutes, checkNewCredential } from "../webauthn/ceremonies.ts";
import { passkeyView } from "./passkey-view.ts";
import { requirePasskeys } from "./require-passkeys.ts";

const maxPasskeys = 10;

/**
 * Starts adding a passkey. Only this call checks who may add one: the challenge works in this session alone, for five
 * minutes.
 * @throws AuthError passkey_disabled, insufficient_aal, session_not_found, user_banned, current_password_required,
 *   current_password_invalid, reauthentication_needed, conflict, over_request_rate_limit, too_many_passkeys
 */
export async function startAddingPasskey(deps: AuthDeps, change: AccessChange) {
  const party = requirePasskeys(deps.config);
  const { session } = change;
  const { user_id, session_id } = session;
  const requirePermitted = await permitAccessChange(deps, change, "change your passkeys");
  return inTransaction(deps.db, async (tx) => {
    const { user } = await lockStrongSession(tx, deps, session);
    await requirePermitted(tx, user);
    const present = await listPasskeys(tx, user_id);
    if (present.length >= maxPasskeys) throw new AuthError("too_many_passkeys");
    const options = await askForCredential(party, {
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
 * @throws AuthError passkey_disabled, session_not_found, user_banned, insufficient_aal, webauthn_challenge_not_found,
 *   webauthn_challenge_expired, webauthn_verification_failed, webauthn_credential_exists, too_many_passkeys
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
  await recordAudit(
    tx,
    "passkey_added",
    { user_id, session_id, caller, now },
    { passkey_id: added.id },
  );
  return { added };
}
