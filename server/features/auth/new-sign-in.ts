import { deviceName } from "#contract/auth/device-name.ts";
import { hourMs } from "#contract/values/durations.ts";
import type { Tx } from "#server/db/tables.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { insertFlow } from "./flow-queries.ts";
import { countAccountEmails, findUser, type UserRow } from "./queries.ts";
import { findKnownNetwork } from "./sessions/known-networks.ts";
import { hasKnownDevice, upsertKnownDevice } from "./sessions/queries.ts";

/** Without this limit, a thief who knows the password could fill the owner's inbox. */
const emailsAnHour = 5;

/**
 * The person to notify, if their account is about to be signed in to from a network or a kind of device that was not
 * used in the last 90 days. The first sign-in notifies nobody.
 */
export async function findUserToNotify(
  tx: Tx,
  deps: Pick<AuthDeps, "secrets" | "clock">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Promise<UserRow | undefined> {
  const user = await findUser(tx, user_id);
  if (!user?.last_sign_in_at) return undefined;
  const network = await findKnownNetwork({ ...deps, db: tx }, { user_id, caller });
  const isNewNetwork = caller.ip !== null && network === undefined;
  const isKnownDevice = await hasKnownDevice(tx, {
    user_id,
    deviceHashes: listDeviceHashes(deps, { user_id, caller }),
  });
  return isNewNetwork || !isKnownDevice ? user : undefined;
}

/**
 * Records the device under the present secret. After APP_SECRET is changed, devices are still recognised while the
 * former secret is set.
 */
export async function recordDevice(
  tx: Tx,
  deps: Pick<AuthDeps, "secrets" | "clock">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Promise<void> {
  const [deviceHash] = listDeviceHashes(deps, { user_id, caller });
  if (!deviceHash) return;
  const lastUsedAt = deps.clock.now();
  await upsertKnownDevice(tx, { user_id, device_hash: deviceHash, last_used_at: lastUsedAt });
}

function listDeviceHashes(
  { secrets }: Pick<AuthDeps, "secrets">,
  { user_id, caller }: { user_id: string; caller: Caller },
): Buffer[] {
  return secrets.signForEach("known device", user_id, deviceName(caller.user_agent));
}

/**
 * Requests the email about a sign-in, with the link that disowns it. The request has the id of the session, by which the
 * mail finds in the audit log when and from where the session began, even if it has ended.
 */
export async function requestNewSignInMail(
  tx: Tx,
  { jobs, clock, config }: Pick<AuthDeps, "jobs" | "clock" | "config">,
  { user, session_id }: { user: UserRow; session_id: string },
): Promise<void> {
  const { id: userId, email, email_proven_at } = user;
  // As with other notices, an unproven address may be a stranger's.
  if (!config.onLoopback && email_proven_at === null) return;
  const now = clock.now();
  const since = new Date(now.getTime() - hourMs);
  const sent = await countAccountEmails(tx, { user_id: userId, kind: "auth_new_sign_in", since });
  if (sent >= emailsAnHour) return;
  await insertFlow(tx, {
    id: session_id,
    user_id: userId,
    method: "not_me",
    email,
    redirect_to: config.publicUrl,
    asked_by_account: false,
    created_at: now,
  });
  await requestMail(tx, jobs, {
    kind: "auth_new_sign_in",
    intent: `auth_new_sign_in:${session_id}`,
    user_id: userId,
    to_address: email,
    requested_at: now,
  });
}
