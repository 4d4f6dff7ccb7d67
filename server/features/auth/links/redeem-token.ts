import { randomUUID } from "node:crypto";
import type { Tx } from "#server/db/tables.ts";
import { releaseHeldMails, requestMail } from "#server/mail/request-mail.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import {
  findUserByEmail,
  lockUser,
  markEmailIdentityProven,
  type UserRow,
  updateUserRow,
} from "../queries.ts";
import { deleteAllSessions } from "../sessions/queries.ts";
import { changeHalves } from "./email-change-halves.ts";
import { deleteOtherFlows, deleteToken, type OneTimeTokenRow } from "./queries.ts";

/**
 * What a followed link or a typed code does to the account, before anybody is signed in: the address is proven, or the
 * change of address goes a step further.
 * @returns `half` when the other address has to confirm a change too; `refused` when the account has moved on since
 */
export async function redeemToken(
  tx: Tx,
  deps: AuthDeps,
  token: OneTimeTokenRow,
  caller: Caller,
): Promise<"complete" | "half" | "refused"> {
  const user = await lockUser(tx, token.user_id);
  if (!user) return "refused";
  switch (token.purpose) {
    case "signup":
      if (user.email !== token.relates_to) return "refused";
      await proveAddress(tx, deps, user);
      return "complete";
    case "recovery":
      if (user.email !== token.relates_to) return "refused";
      if (user.email_proven_at === null) await dropUnproven(tx, user);
      await proveAddress(tx, deps, user);
      return "complete";
    case "email_change_new":
      if (user.new_email !== token.relates_to) return "refused";
      return confirmHalf(tx, deps, user, token, changeHalves.of_new, caller);
    case "email_change_old":
      if (user.new_email === null || user.email !== token.relates_to) return "refused";
      return confirmHalf(tx, deps, user, token, changeHalves.of_old, caller);
  }
}

/**
 * Somebody else may have made this account with an address that is not theirs, and would go on reading what its owner
 * puts into it: their sessions end, and their password is void.
 */
async function dropUnproven(tx: Tx, user: UserRow): Promise<void> {
  await deleteAllSessions(tx, user.id);
  await updateUserRow(tx, user.id, { password_hash: null });
}

async function proveAddress(tx: Tx, deps: AuthDeps, user: UserRow): Promise<void> {
  if (user.email_confirmed_at && user.email_proven_at) return;
  const now = deps.clock.now();
  await updateUserRow(tx, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? now,
    email_proven_at: user.email_proven_at ?? now,
    updated_at: now,
  });
  await markEmailIdentityProven(tx, user.id, { email: user.email, now });
  await releaseHeldMails(tx, deps.jobs, user.id);
}

async function confirmHalf(
  tx: Tx,
  deps: AuthDeps,
  user: UserRow,
  token: OneTimeTokenRow,
  half: number,
  caller: Caller,
): Promise<"complete" | "half" | "refused"> {
  const now = deps.clock.now();
  const missing = user.email_change_halves & ~half;
  if (missing !== 0) {
    await updateUserRow(tx, user.id, { email_change_halves: missing, updated_at: now });
    await deleteToken(tx, token.id);
    return "half";
  }
  const email = user.new_email;
  if (email === null || (await findUserByEmail(tx, email))) return "refused";
  await updateUserRow(tx, user.id, {
    email,
    new_email: null,
    email_change_halves: 0,
    email_confirmed_at: now,
    email_proven_at: now,
    updated_at: now,
  });
  await markEmailIdentityProven(tx, user.id, { email, now });
  await deleteOtherFlows(tx, { user_id: user.id, flow_id: token.flow_state_id });
  await releaseHeldMails(tx, deps.jobs, user.id);
  await requestMail(tx, deps.jobs, {
    kind: "auth_email_changed",
    intent: `auth_email_changed:${randomUUID()}`,
    user_id: user.id,
    to_address: user.email,
    requested_at: now,
  });
  const { id: user_id } = user;
  await deps.jobs.enqueue(tx, "tell_provider_address", { user_id }, { singleton_key: user_id });
  await recordAudit(tx, {
    action: "user_modified",
    user_id,
    caller,
    details: { changed: "email" },
    now,
  });
  return "complete";
}
