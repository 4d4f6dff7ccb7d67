import { AuthError, type AuthErrorCode } from "#server/access/auth-error.ts";
import { isBanned } from "#server/access/session.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordFailure } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { emailKey, requireAllowedFrom } from "../limits.ts";
import {
  findPasskeyByCredential,
  lockPasskey,
  type PasskeyChallengeRow,
  takePasskeyChallenge,
  updatePasskey,
} from "../passkey-queries.ts";
import { lockUser, type UserRow } from "../queries.ts";
import { type StartedSession, sessionAnswer, startSession } from "../sessions/start-session.ts";
import {
  checkSignature,
  createAuthenticationOptions,
  readSignature,
} from "../webauthn/ceremonies.ts";
import { requirePasskeys, startCeremony } from "./own-passkeys.ts";

/**
 * Starts a sign-in with a passkey. The start is the same for everyone, because the authenticator finds the account.
 * @throws AuthError passkey_disabled, over_request_rate_limit
 */
export async function startPasskeySignIn(deps: AuthDeps, { caller }: { caller: Caller }) {
  const party = requirePasskeys(deps.config);
  await requireAllowedFrom(deps.limiter, "auth_passkey_challenges", "passkey", caller);
  const options = await createAuthenticationOptions(party);
  return startCeremony(deps.db, deps, { options, session_id: null });
}

type Outcome = { started: StartedSession } | { refused: AuthErrorCode; user?: UserRow };

/**
 * Signs in the owner of a passkey. Their authenticator has identified them, so the session has passed both steps. A
 * challenge works once, even if the sign-in is refused.
 */
export async function signInByPasskey(
  deps: AuthDeps,
  {
    challenge_id,
    credential,
    caller,
  }: { challenge_id: string; credential: unknown; caller: Caller },
) {
  requirePasskeys(deps.config);
  await requireAllowedFrom(deps.limiter, "auth_attempts", "passkey", caller);
  const challenge = await takePasskeyChallenge(deps.db, { id: challenge_id, session_id: null });
  if (!challenge) throw new AuthError("webauthn_challenge_not_found");
  if (challenge.expires_at <= deps.clock.now()) throw new AuthError("webauthn_challenge_expired");
  const outcome = await inTransaction(deps.db, (tx) =>
    verifyPasskey(tx, deps, { challenge, answer: credential, caller }),
  );
  if ("started" in outcome) return sessionAnswer(deps, outcome.started);
  const { refused: reason, user } = outcome;
  if (user) {
    const addressKey = emailKey(deps.secrets, user.email);
    await recordFailure(deps, { user_id: user.id, addressKey, reason, caller });
  }
  throw new AuthError(reason);
}

async function verifyPasskey(
  tx: Tx,
  deps: AuthDeps,
  {
    challenge: { challenge },
    answer,
    caller,
  }: { challenge: PasskeyChallengeRow; answer: unknown; caller: Caller },
): Promise<Outcome> {
  const { config, clock, log } = deps;
  const signed = readSignature(answer);
  if (!signed) return { refused: "webauthn_verification_failed" };
  const found = await findPasskeyByCredential(tx, signed.id);
  const user = found && (await lockUser(tx, found.user_id));
  // As everywhere, the account is locked before its passkey, which may have been removed while this transaction waited.
  const passkey = user && (await lockPasskey(tx, { user_id: user.id, passkey_id: found.id }));
  if (!passkey) return { refused: "webauthn_credential_not_found" };
  const check = { party: requirePasskeys(config), answer, challenge, log };
  const credential = await checkSignature(check, { credential: passkey.credential, signsIn: true });
  const handle = Buffer.from(signed.response.userHandle ?? "", "base64url").toString();
  if (!credential || handle !== user.id) return { refused: "webauthn_verification_failed", user };
  const now = clock.now();
  if (isBanned(user, now)) return { refused: "user_banned", user };
  if (!user.email_confirmed_at) return { refused: "email_not_confirmed", user };
  await updatePasskey(tx, passkey.id, {
    credential: JSON.stringify(credential),
    last_used_at: now,
    updated_at: now,
  });
  const started = await startSession(tx, deps, {
    user_id: user.id,
    method: "passkey",
    passkey_id: passkey.id,
    caller,
  });
  return { started };
}
