import type { Tx } from "#server/db/tables.ts";
import { cancelEmailChange, deleteFlowsOf } from "../flow-queries.ts";
import { removeLinkedIdentities } from "../identities/linked-identities.ts";
import { deleteAllPasskeys } from "../passkey-queries.ts";
import { type UserRow, updateUserRow } from "../queries.ts";
import { deleteAllSessions, deleteKnownNetworksAndDevices } from "../sessions/queries.ts";

/**
 * Removes everything that signs in by itself to an account that its owner takes back from a stranger: the password, the
 * passkeys and, unless they are to be kept, the connected accounts. The account's sessions end and its apps are
 * disconnected. A pending change of address is withdrawn, the known networks and devices are deleted, and the links in
 * earlier emails about sign-ins no longer work. The second steps stay. Runs in the caller's transaction, which has
 * locked the account.
 * @param except the session that stays
 * @returns the providers that the account is no longer connected with
 */
export async function removeSignInMethods(
  tx: Tx,
  user: Pick<UserRow, "id" | "email" | "email_proven_at">,
  {
    except,
    keepsProviders,
    now,
  }: { except: string | undefined; keepsProviders: boolean; now: Date },
): Promise<string[]> {
  const disconnected = keepsProviders ? [] : await removeLinkedIdentities(tx, user, now);
  await deleteAllSessions(tx, { user_id: user.id, except });
  await deleteAllPasskeys(tx, user.id);
  await deleteKnownNetworksAndDevices(tx, user.id);
  await updateUserRow(tx, user.id, { password_hash: null, updated_at: now });
  await cancelEmailChange(tx, user.id);
  await deleteFlowsOf(tx, { user_id: user.id, method: "not_me" });
  return disconnected;
}
