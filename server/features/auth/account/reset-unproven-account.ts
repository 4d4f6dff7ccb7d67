import { randomUUID } from "node:crypto";
import { default_boxes } from "#contract/notifications.ts";
import { saveProfile } from "#server/access/profiles.ts";
import { replaceOwnerLinks } from "#server/access/replace-owner-links.ts";
import type { Tx } from "#server/db/tables.ts";
import { deleteHeldMails, requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { email_app_metadata, newEmailIdentity } from "../email-identity.ts";
import { deleteAllFactors, deleteAllWrongCodes } from "../factors/queries.ts";
import { deleteOtherFlows } from "../links/queries.ts";
import { no_change } from "../links/waiting-change.ts";
import { deleteAllIdentities, insertIdentity, type UserRow, updateUserRow } from "../queries.ts";
import { deleteAllSessions, deleteKnownNetworks } from "../sessions/queries.ts";

/**
 * Gives an account that was never proven to the owner of its address, who has just proven it: someone else may
 * have created the account. Every sign-in method and session ends, all personal data is cleared, and nothing
 * already prepared is sent in the owner's name. Circles stay; the links to them are replaced. An email notifies
 * the owner. Runs in the caller's transaction, which has locked the account and proves the address next.
 * @param user as locked; its address must not be proven
 * @param flow_id the request whose link was followed: it alone goes on
 */
export async function resetUnprovenAccount(
  tx: Tx,
  { jobs, clock }: Pick<AuthDeps, "jobs" | "clock">,
  user: UserRow,
  { flow_id, caller }: { flow_id: string; caller: Caller },
): Promise<void> {
  const { id: user_id, email } = user;
  const now = clock.now();
  await deleteAllSessions(tx, user_id);
  await deleteKnownNetworks(tx, user_id);
  await deleteAllFactors(tx, user_id);
  await deleteAllWrongCodes(tx, user_id);
  await deleteOtherFlows(tx, { user_id, flow_id });
  await updateUserRow(tx, user_id, {
    ...no_change,
    password_hash: null,
    app_metadata: JSON.stringify(email_app_metadata),
    user_metadata: "{}",
    last_sign_in_at: null,
    email_change_sent_at: null,
    updated_at: now,
  });
  await deleteAllIdentities(tx, user_id);
  const { identity_data, ...identity } = newEmailIdentity({ user_id, email, now });
  await insertIdentity(tx, { ...identity, identity_data: JSON.stringify(identity_data) });
  await saveProfile(tx, user_id, { full_name: "", time_zone: null, ...default_boxes }, now);
  await deleteHeldMails(tx, user_id);
  await replaceOwnerLinks(tx, user_id, now);
  await requestMail(tx, jobs, {
    kind: "auth_account_reset",
    intent: `auth_account_reset:${randomUUID()}`,
    user_id,
    to_address: email,
    requested_at: now,
  });
  await recordAudit(tx, { action: "account_reset", user_id, caller, now });
}
