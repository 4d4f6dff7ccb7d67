import { randomUUID } from "node:crypto";
import { defaultBoxes } from "#contract/notifications.ts";
import { saveProfile } from "#server/access/profiles.ts";
import { replaceOwnerLinks } from "#server/access/replace-owner-links.ts";
import type { Tx } from "#server/db/tables.ts";
import { deleteHeldEmails, requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteAllFactors, deleteAllWrongCodes, deleteRecoveryCodes } from "../factors/queries.ts";
import { deleteOtherFlows } from "../flow-queries.ts";
import { emailAppMetadata, newEmailIdentity } from "../identities.ts";
import { deleteAllPasskeys } from "../passkey-queries.ts";
import { noEmailChange } from "../pending-email-change.ts";
import { deleteAllIdentities, insertIdentity, type UserRow, updateUserRow } from "../queries.ts";
import { deleteAllSessions, deleteKnownNetworksAndDevices } from "../sessions/queries.ts";

/**
 * Clears an account that was never proven for the owner of its address, who has just proven it: someone else may have
 * created it. Circles stay with new links; sign-in methods, sessions, personal data and unsent emails go. Runs in the
 * caller's transaction, which has locked the account and proves the address next.
 * @param user the locked account, whose address must not be proven
 * @param flowId the request whose link was followed: all other requests end
 */
export async function resetUnprovenAccount(
  tx: Tx,
  { jobs, clock }: Pick<AuthDeps, "jobs" | "clock">,
  user: UserRow,
  { flowId, caller }: { flowId: string; caller: Caller },
): Promise<void> {
  const { id: userId, email } = user;
  const now = clock.now();
  await deleteAllSessions(tx, { user_id: userId });
  await deleteKnownNetworksAndDevices(tx, userId);
  await deleteAllFactors(tx, userId);
  await deleteAllPasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await deleteAllWrongCodes(tx, userId);
  await deleteOtherFlows(tx, { user_id: userId, flowId });
  await updateUserRow(tx, userId, {
    ...noEmailChange,
    password_hash: null,
    app_metadata: JSON.stringify(emailAppMetadata),
    user_metadata: "{}",
    last_sign_in_at: null,
    email_change_sent_at: null,
    reset_at: now,
    updated_at: now,
  });
  await deleteAllIdentities(tx, userId);
  const { identity_data, ...identity } = newEmailIdentity({ user_id: userId, email, now });
  await insertIdentity(tx, { ...identity, identity_data: JSON.stringify(identity_data) });
  await saveProfile(tx, userId, { full_name: "", time_zone: null, ...defaultBoxes }, now);
  await deleteHeldEmails(tx, userId);
  await replaceOwnerLinks(tx, userId, now);
  await requestMail(tx, jobs, {
    kind: "auth_account_reset",
    intent: `auth_account_reset:${randomUUID()}`,
    user_id: userId,
    to_address: email,
    requested_at: now,
  });
  await recordAudit(tx, "account_reset", { user_id: userId, caller, now });
}
