import { requireNotBanned } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { releaseHeldMails, requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteOtherFlows, type FlowRow, findFlow, withdrawAccountProof } from "../flow-queries.ts";
import {
  findPendingEmailChange,
  newAddressProvenInAccount,
  noEmailChange,
  pendingConfirmations,
} from "../pending-email-change.ts";
import {
  findUserByEmail,
  lockUser,
  setEmailIdentity,
  type UserRow,
  updateUserRow,
} from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import {
  deleteToken,
  deleteTokensOfFlow,
  isRecoveryPending,
  type OneTimeTokenRow,
} from "./queries.ts";
import { intentOf } from "./request-link-mail.ts";
import { resetUnprovenAccount } from "./reset-unproven-account.ts";

/**
 * Whether an emailed link or code still applies to the account. A proven address is not proven again, and a change of
 * address may have been replaced, confirmed or withdrawn, or have expired. An unproven account keeps its address while
 * the owner of the address may be about to recover it.
 */
export async function isStillValid(
  db: Db,
  user: UserRow,
  token: OneTimeTokenRow,
  { flow, now }: { flow: FlowRow; now: Date },
): Promise<boolean> {
  const change = findPendingEmailChange(user, now);
  switch (token.purpose) {
    // Links and codes of these purposes are redeemed by other functions.
    case "magiclink":
    case "reauthentication":
    case "not_me":
      return false;
    case "signup":
      return user.email === token.relates_to && user.email_proven_at === null;
    case "recovery":
      return user.email === token.relates_to;
    case "email_change_new":
      return (
        change?.new_email === token.relates_to &&
        (change.missing & pendingConfirmations.ofNew) !== 0 &&
        !(await isRecoveryPending(db, user, now))
      );
    case "email_change_old":
      return (
        user.email === token.relates_to &&
        change?.new_email === flow.email &&
        (change.missing & pendingConfirmations.ofOld) !== 0
      );
  }
}

/**
 * Applies a followed link or a typed code to the account, before anyone is signed in: the address is proven, or one of
 * the confirmations of a change of address is stored.
 * @param byAccount whether a session or a code verifier of the account itself was sent with it
 * @returns `half` if the other address has to confirm a change too; `refused` if the link or code no longer applies to
 *   the account
 * @throws AuthError user_banned
 */
export async function redeemToken(
  tx: Tx,
  deps: AuthDeps,
  token: OneTimeTokenRow,
  { byAccount, caller }: { byAccount: boolean; caller: Caller },
): Promise<"complete" | "half" | "refused"> {
  const user = token.user_id === null ? undefined : await lockUser(tx, token.user_id);
  const flow = await findFlow(tx, token.flow_state_id);
  const now = deps.clock.now();
  if (!user || !flow || !(await isStillValid(tx, user, token, { flow, now }))) return "refused";
  // Starting a session would refuse a suspended account, but not every confirmation starts one.
  requireNotBanned(user, now);
  switch (token.purpose) {
    case "magiclink":
    case "reauthentication":
    case "not_me":
      return "refused";
    case "signup":
    case "recovery":
      await proveAddress(tx, deps, user, { byAccount, flowId: flow.id, caller });
      return "complete";
    case "email_change_new":
      return confirmOneAddress(tx, deps, {
        user,
        token,
        half: pendingConfirmations.ofNew,
        byAccount,
        caller,
      });
    case "email_change_old":
      return confirmOneAddress(tx, deps, {
        user,
        token,
        half: pendingConfirmations.ofOld,
        byAccount,
        caller,
      });
  }
}

/**
 * Records that the address of an account belongs to the caller. If the caller has not shown that they are signed in to
 * the account, it is reset first, because someone else may have made it. Nothing changes if the address was already
 * proven. Runs in the caller's transaction, which has locked the account.
 */
export async function proveAddress(
  tx: Tx,
  deps: AuthDeps,
  user: UserRow,
  { byAccount, flowId, caller }: { byAccount: boolean; flowId: string; caller: Caller },
): Promise<void> {
  if (user.email_proven_at !== null) return;
  if (!byAccount) await resetUnprovenAccount(tx, deps, user, { flowId, caller });
  const now = deps.clock.now();
  await updateUserRow(tx, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? now,
    email_proven_at: now,
    updated_at: now,
  });
  await setEmailIdentity(tx, user.id, { email: user.email, isProven: true, now });
  await releaseHeldMails(tx, deps, user.id, now);
}

async function confirmOneAddress(
  tx: Tx,
  deps: AuthDeps,
  {
    user,
    token,
    half,
    byAccount,
    caller,
  }: {
    user: UserRow;
    token: OneTimeTokenRow;
    half: number;
    byAccount: boolean;
    caller: Caller;
  },
): Promise<"complete" | "half" | "refused"> {
  const now = deps.clock.now();
  const change = findPendingEmailChange(user, now);
  if (change === undefined) return "refused";
  const isProvenInAccount = half === pendingConfirmations.ofNew && byAccount;
  const confirmed =
    user.email_change_confirmed | half | (isProvenInAccount ? newAddressProvenInAccount : 0);
  const email = change.new_email;
  const isTaken = (await findUserByEmail(tx, email)) !== undefined;
  if ((change.missing & ~half) !== 0) {
    await updateUserRow(tx, user.id, {
      email_change_confirmed: confirmed,
      updated_at: now,
    });
    await deleteToken(tx, token.id);
    if (half === pendingConfirmations.ofNew)
      await requestPresentAddressConfirmation(tx, deps, user, token);
    return "half";
  }
  if (isTaken && half === pendingConfirmations.ofOld) {
    // The reader of the present address must not learn that the new one is taken, so the result is the usual one: the
    // other confirmation seems to be missing.
    await updateUserRow(tx, user.id, { email_change_confirmed: half, updated_at: now });
    await deleteToken(tx, token.id);
    return "half";
  }
  if (isTaken) return "refused";
  // Even a proven account may have requested someone else's address, and that person may have clicked the button. This
  // does not prove the account, which is reset when its new address is recovered.
  const isProven = (confirmed & newAddressProvenInAccount) !== 0;
  if (half === pendingConfirmations.ofOld) await withdrawAccountProof(tx, token.flow_state_id);
  await updateUserRow(tx, user.id, {
    ...noEmailChange,
    email,
    email_confirmed_at: now,
    email_proven_at: isProven ? now : null,
    // If the account never proved its former address, the owner of that address may have requested the recovery.
    ...(user.email_proven_at === null && { recovery_sent_at: null }),
    updated_at: now,
  });
  await setEmailIdentity(tx, user.id, { email, isProven, now });
  await deleteOtherFlows(tx, { user_id: user.id, flowId: token.flow_state_id });
  await deleteTokensOfFlow(tx, token.flow_state_id);
  if (isProven) await releaseHeldMails(tx, deps, user.id, now);
  await requestNotice(tx, deps, "auth_email_changed", user);
  const { id: userId } = user;
  await deps.jobs.enqueue(
    tx,
    "update_customer_email",
    { user_id: userId },
    { singletonKey: userId },
  );
  await recordAudit(tx, "user_modified", { user_id: userId, caller, now }, { changed: "email" });
  return "complete";
}

/**
 * Asks the present address to confirm a change as well, unless it was already asked for the same request. The address
 * may have been proven only after the change was requested.
 */
async function requestPresentAddressConfirmation(
  tx: Tx,
  { jobs, clock }: AuthDeps,
  user: UserRow,
  token: OneTimeTokenRow,
): Promise<void> {
  await requestMail(tx, jobs, {
    kind: "auth_email_change_old",
    intent: intentOf("auth_email_change_old", token.flow_state_id),
    user_id: user.id,
    to_address: user.email,
    requested_at: clock.now(),
  });
}
