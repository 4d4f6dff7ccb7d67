import { randomUUID } from "node:crypto";
import { inTransaction } from "#server/db/transactions.ts";
import { requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { removeLinkedIdentities } from "../identities.ts";
import { deleteAllPasskeys } from "../passkey-queries.ts";
import { findUserByEmail, listFactors, lockUser, updateUserRow } from "../queries.ts";
import { deleteAllSessions } from "../sessions/queries.ts";
import { deleteAllWrongCodes, deleteFactor, deleteRecoveryCodes } from "./queries.ts";

interface Removal {
  /** The number of second factors that were removed. */
  removedCount: number;
  /** Whether the password, the passkeys and the connected accounts of an account with second factors stay. */
  keepsWaysIn: boolean;
  removedPasskeys: boolean;
}

/**
 * Removes all second factors for an owner who has lost them, with every other way in: somebody who has only one must
 * gain nothing. These stay if no recovery email would arrive, or if it would reset the account.
 */
export async function removeAllFactors(
  { db, clock, jobs }: Pick<AuthDeps, "db" | "clock" | "jobs">,
  { email, canRecover }: { email: string; canRecover: boolean },
): Promise<Removal | undefined> {
  return inTransaction(db, async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (user === undefined) return undefined;
    const factors = await listFactors(tx, user.id);
    const keepsWaysIn = !canRecover || user.email_proven_at === null;
    const removedPasskeys = !keepsWaysIn && (await deleteAllPasskeys(tx, user.id));
    if (factors.length === 0) {
      await deleteAllSessions(tx, { user_id: user.id });
      return { removedCount: 0, keepsWaysIn, removedPasskeys };
    }
    for (const { id } of factors) await deleteFactor(tx, id);
    await deleteRecoveryCodes(tx, user.id);
    await deleteAllWrongCodes(tx, user.id);
    await deleteAllSessions(tx, { user_id: user.id });
    await cancelEmailChange(tx, user.id);
    const now = clock.now();
    if (!keepsWaysIn) {
      await updateUserRow(tx, user.id, { password_hash: null, updated_at: now });
      await removeLinkedIdentities(tx, user, now);
    }
    const kind = keepsWaysIn ? "auth_factor_removed" : "auth_factors_removed_by_operator";
    await requestMail(tx, jobs, {
      kind,
      intent: `${kind}:${randomUUID()}`,
      user_id: user.id,
      to_address: user.email,
      requested_at: now,
    });
    await recordAudit(
      tx,
      "factor_unenrolled",
      { user_id: user.id, caller: { address: "", ip: null, user_agent: null }, now },
      { by_operator: true, factor_ids: factors.map(({ id }) => id).join(" ") },
    );
    return { removedCount: factors.length, keepsWaysIn, removedPasskeys };
  });
}
