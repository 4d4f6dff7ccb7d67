import { requireNotBanned } from "#server/access/session.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { releaseHeldEmails, requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { deleteOtherFlows, type FlowRow, withdrawAccountProof } from "../flow-queries.ts";
import {
  findPendingEmailChange,
  newAddressProvenInAccount,
  noEmailChange,
  pendingConfirmations,
} from "../pending-email-change.ts";
import { findUserByEmail, setEmailIdentity, type UserRow, updateUserRow } from "../queries.ts";
import { requestNotice } from "../request-notice.ts";
import {
  deleteToken,
  deleteTokensOfFlow,
  isRecoveryPending,
  type OneTimeTokenRow,
} from "./queries.ts";
import { createIntent } from "./request-link-mail.ts";
import { resetUnprovenAccount } from "./reset-unproven-account.ts";

/**
 * Whether a link or code still applies to the account. An unproven account keeps its address while the owner of the
 * address may be about to recover it.
 */
export async function isStillValid(
  db: Db,
  user: UserRow,
  token: OneTimeTokenRow,
  { flow, now }: { flow: FlowRow; now: Date },
): Promise<boolean> {
  const change = findPendingEmailChange(user, now);
  switch (token.purpose) {
    // Sign-in links have no account before they are used, and codes for a new password are redeemed with it.
    case "magiclink":
    case "reauthentication":
      return false;
    case "signup":
      return user.email === token.relates_to && user.email_proven_at === null;
    case "recovery":
    case "not_me":
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

type About = {
  user: UserRow;
  flow: FlowRow;
  /** Whether a session or a code verifier of the account itself was sent with the proof. */
  byAccount: boolean;
  caller: Caller;
};

/**
 * Applies a valid link or code to the account, before anyone is signed in. `awaits_other_address` if the other address has to confirm a
 * change too.
 */
export async function applyToken(
  tx: Tx,
  deps: AuthDeps,
  token: OneTimeTokenRow,
  about: About,
): Promise<"complete" | "awaits_other_address" | "refused"> {
  const { user, flow, byAccount, caller } = about;
  // Starting a session would refuse a suspended account, but not every confirmation starts one.
  requireNotBanned(user, deps.clock.now());
  if (flow.method === "email_change") return confirmOneAddress(tx, deps, token, about);
  await proveAddress(tx, deps, user, { byAccount, flowId: flow.id, caller });
  return "complete";
}

/**
 * Applies the exchange of a followed link's code. Following the link has confirmed everything but a sign-up, and whether
 * the holder of the account owns its new address: that is so if the browser that asked from within the account is back.
 */
export async function applyExchange(
  tx: Tx,
  deps: AuthDeps,
  { user, flow, byAccount, caller }: About,
): Promise<"complete" | "refused"> {
  const isSame = user.email === flow.email;
  if (isSame && (byAccount || flow.method === "signup")) {
    await proveAddress(tx, deps, user, { byAccount, flowId: flow.id, caller });
  }
  return isSame || flow.method === "email_change" ? "complete" : "refused";
}

/**
 * Records that a locked account's address belongs to the caller. Unless they are signed in to the account, it is reset
 * first, because someone else may have made it.
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
  await releaseHeldEmails(tx, deps, user.id, now);
}

async function confirmOneAddress(
  tx: Tx,
  deps: AuthDeps,
  token: OneTimeTokenRow,
  { user, byAccount, caller }: About,
): Promise<"complete" | "awaits_other_address" | "refused"> {
  const { ofNew, ofOld } = pendingConfirmations;
  const provenAddress = token.purpose === "email_change_new" ? ofNew : ofOld;
  const now = deps.clock.now();
  const change = findPendingEmailChange(user, now);
  if (change === undefined) return "refused";
  const isProvenInAccount = provenAddress === ofNew && byAccount;
  const confirmed =
    user.email_change_confirmed |
    provenAddress |
    (isProvenInAccount ? newAddressProvenInAccount : 0);
  const email = change.new_email;
  const isTaken = (await findUserByEmail(tx, email)) !== undefined;
  if ((change.missing & ~provenAddress) !== 0) {
    await updateUserRow(tx, user.id, {
      email_change_confirmed: confirmed,
      updated_at: now,
    });
    await deleteToken(tx, token.id);
    if (provenAddress === ofNew) await requestPresentAddressConfirmation(tx, deps, user, token);
    return "awaits_other_address";
  }
  if (isTaken && provenAddress === ofOld) {
    // The reader of the present address must not learn that the new one is taken, so the result is the usual one: the
    // other confirmation seems to be missing.
    await updateUserRow(tx, user.id, { email_change_confirmed: provenAddress, updated_at: now });
    await deleteToken(tx, token.id);
    return "awaits_other_address";
  }
  if (isTaken) return "refused";
  // Even a proven account may have requested someone else's address, and that person may have clicked the button. This
  // does not prove the account, which is reset when its new address is recovered.
  const isProven = (confirmed & newAddressProvenInAccount) !== 0;
  if (provenAddress === ofOld) await withdrawAccountProof(tx, token.flow_state_id);
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
  if (isProven) await releaseHeldEmails(tx, deps, user.id, now);
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
    intent: createIntent("auth_email_change_old", token.flow_state_id),
    user_id: user.id,
    to_address: user.email,
    requested_at: clock.now(),
  });
}
