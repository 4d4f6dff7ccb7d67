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
 * Whether what was mailed still applies to the account: a proven address is not proven again, and a change of
 * address may have been replaced, confirmed, withdrawn or have expired. An unproven account keeps its address while
 * its owner may be about to recover it there.
 */
export async function isStillValid(
  db: Db,
  user: UserRow,
  token: OneTimeTokenRow,
  { flow, now }: { flow: FlowRow; now: Date },
): Promise<boolean> {
  const change = findPendingEmailChange(user, now);
  switch (token.purpose) {
    // These have functions of their own.
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
 * What a followed link or a typed code does to the account, before anyone is signed in: the address is proven, or the
 * change of address goes a step further.
 * @param byAccount whether a session or code verifier of the account itself was shown with it
 * @returns `half` when the other address has to confirm a change too; `refused` when the account has moved on since
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
  // Not every step ends in a session, whose start would refuse it.
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
 * Records that the address of an account belongs to the caller. A caller who has not proven to be in the
 * account gets it after {@link resetUnprovenAccount}: someone else may have made it. An already proven address
 * stays as it is. Runs in the caller's transaction, which has locked the account.
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
  await releaseHeldMails(tx, deps.jobs, user.id);
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
    // The reader of the present address sees the usual result for a taken address: the other confirmation seems
    // to be missing.
    await updateUserRow(tx, user.id, { email_change_confirmed: half, updated_at: now });
    await deleteToken(tx, token.id);
    return "half";
  }
  if (isTaken) return "refused";
  // The account may have requested someone else's address, and that person clicked the button, however well the account
  // has proven its own. That does not prove the account, which is reset when its new address is recovered.
  const isProven = (confirmed & newAddressProvenInAccount) !== 0;
  if (half === pendingConfirmations.ofOld) await withdrawAccountProof(tx, token.flow_state_id);
  await updateUserRow(tx, user.id, {
    ...noEmailChange,
    email,
    email_confirmed_at: now,
    email_proven_at: isProven ? now : null,
    // The owner of an address that the account never proved may have requested it.
    ...(user.email_proven_at === null && { recovery_sent_at: null }),
    updated_at: now,
  });
  await setEmailIdentity(tx, user.id, { email, isProven, now });
  await deleteOtherFlows(tx, { user_id: user.id, flowId: token.flow_state_id });
  await deleteTokensOfFlow(tx, token.flow_state_id);
  if (isProven) await releaseHeldMails(tx, deps.jobs, user.id);
  await requestNotice(tx, deps, "auth_email_changed", user);
  const { id: userId } = user;
  await deps.jobs.enqueue(
    tx,
    "update_customer_email",
    { user_id: userId },
    { singletonKey: userId },
  );
  await recordAudit(tx, {
    action: "user_modified",
    user_id: userId,
    caller,
    details: { changed: "email" },
    now,
  });
  return "complete";
}

/**
 * Asks the present address to confirm a change as well, unless that was done for the same request: it may have been
 * proven only after the change was asked for.
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
