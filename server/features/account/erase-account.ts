import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { noteErasures } from "#server/access/erasures/note-erasures.ts";
import { type OwnerId, ownerOfRow } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { requestDiskCleanup } from "#server/db/disk-cleanups.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { deleteLimitCounters, deleteUser } from "#server/features/auth/account/queries.ts";
import { deleteInvitedAddress } from "#server/features/auth/admission/admission-queries.ts";
import { recordAudit, recordFailure } from "#server/features/auth/audit.ts";
import type { Caller } from "#server/features/auth/auth-deps.ts";
import { type AuthLimiter, emailKey } from "#server/features/auth/limits.ts";
import { isRecoveryPending } from "#server/features/auth/links/queries.ts";
import type { PasswordHasher } from "#server/features/auth/password-hasher.ts";
import { findUser, lockUser, type UserRow } from "#server/features/auth/queries.ts";
import { isFreshSignIn } from "#server/features/auth/sessions/fresh-sign-in.ts";
import {
  closeBilling,
  findBillingToClose,
} from "#server/features/billing/customers/close-billing.ts";
import { listUserEvents } from "#server/features/billing/event-queries.ts";
import { deleteCirclesOfOwner } from "#server/features/circles/queries.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { deleteInvitesOfOwner } from "#server/features/invites/queries.ts";
import { deleteLinkRequests } from "#server/features/invites/share-link/link-queries.ts";
import { requireAllowed } from "#server/http/rate-limits.ts";
import { deleteJobs } from "#server/jobs/delete-jobs.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { clearOutbox } from "#server/mail/clear-outbox.ts";
import { deleteOptOuts } from "#server/mail/opt-outs.ts";
import { deleteAccountEmails } from "#server/mail/queries.ts";
import type { Outbox } from "#server/mail/transport-outbox.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { insertErasure } from "./queries.ts";

/** Longer than it may take to send an email or to store a picture, so that whatever had begun is stored by then. */
const recheckMinutes = 5;

export interface EraseDeps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  log: Logger;
  limiter: AuthLimiter;
  passwords: PasswordHasher;
  secrets: Secrets;
  covers: CoverStore;
  outbox: Outbox | undefined;
}

/**
 * All rows go in one transaction, then the files. A job checks the files again later, so that neither a crash nor
 * something that was just being written leaves one behind. @throws DomainError account_email_differs,
 * account_password_wrong, rate_limited, account_sign_in_again, account_recovery_pending
 */
export async function eraseAccount(
  deps: EraseDeps,
  { owner, session, caller }: { owner: OwnerId; session: AuthenticatedSession; caller: Caller },
  typed: { email: string; password: string | undefined },
): Promise<void> {
  const { db, clock, log } = deps;
  const user = await findUser(db, owner);
  if (user === undefined) throw new DomainError("signed_out");
  if (typed.email !== user.email) {
    throw new DomainError("account_email_differs", { path: ["email"] });
  }
  await requirePassword(deps, { user, session, caller, password: typed.password });

  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const locked = await lockUser(tx, owner);
    // If the password is another one now, somebody else has proven to be the owner since this one was checked.
    if (locked === undefined || locked.password_hash !== user.password_hash) {
      throw new DomainError("signed_out");
    }
    // If the account were erased and made again, the link that the owner of the address is about to follow would be
    // lost.
    if (await isRecoveryPending(tx, locked, now)) {
      throw new DomainError("account_recovery_pending");
    }
    await eraseLocked(tx, deps, owner, locked);
    // The entry says that an account was deleted, but not whose.
    await recordAudit(tx, "user_deleted", { caller, now });
  });
  try {
    await eraseFiles(deps, owner);
  } catch (error) {
    log.warn({ err: error }, "files of an erased account are left for the job");
  }
}

/** Erases an account that a backup has brought back. */
export async function reapplyAccountErasure(
  deps: Pick<EraseDeps, "db" | "clock" | "jobs" | "secrets" | "covers" | "outbox">,
  userId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user !== undefined) await eraseLocked(tx, deps, ownerOfRow({ user_id: userId }), user);
  });
  await eraseFiles(deps, userId);
}

async function eraseLocked(
  tx: Tx,
  deps: Pick<EraseDeps, "clock" | "jobs" | "secrets">,
  owner: OwnerId,
  user: UserRow,
): Promise<void> {
  const now = deps.clock.now();
  const id = randomUUID();
  await eraseRows(tx, deps, owner, user);
  await noteErasures(tx, deps.secrets, "account", [owner]);
  await requestDiskCleanup(tx, now);
  await insertErasure(tx, { id, user_id: owner, created_at: now });
  const startAfter = new Date(now.getTime() + recheckMinutes * minuteMs);
  await deps.jobs.enqueue(tx, "erase_files", { erasure_id: id }, { startAfter });
}

export async function eraseFiles(
  { db, covers, outbox }: Pick<EraseDeps, "db" | "covers" | "outbox">,
  userId: string,
): Promise<void> {
  await covers.removeAll(userId);
  await clearOutbox({ db, outbox });
}

async function requirePassword(
  deps: EraseDeps,
  {
    user,
    session,
    caller,
    password = "",
  }: {
    user: UserRow;
    session: AuthenticatedSession;
    caller: Caller;
    password: string | undefined;
  },
): Promise<void> {
  const { limiter, passwords, secrets } = deps;
  const { user_id, session_id } = session;
  if (user.password_hash === null) {
    if (await isFreshSignIn(deps.db, deps, session)) return;
    throw new DomainError("account_sign_in_again");
  }
  const checkedBy = `check ${user_id} ${session_id}`;
  await requireAllowed(limiter, "auth_passwords", checkedBy);
  if (await passwords.verify(user.password_hash, password)) return;
  await recordFailure(deps, {
    user_id,
    session_id,
    addressKey: emailKey(secrets, user.email),
    reason: "current_password_invalid",
    caller,
  });
  throw new DomainError("account_password_wrong", { path: ["password"] });
}

/**
 * The account is locked first, as in every transaction that counts or invites. People are deleted before circles, in
 * the order in which a submit locks them; the account's row last, with what was added in between.
 */
async function eraseRows(
  tx: Tx,
  { secrets, jobs, clock }: Pick<EraseDeps, "secrets" | "jobs" | "clock">,
  owner: OwnerId,
  { email, email_proven_at }: UserRow,
): Promise<void> {
  // An address that was never proven may be another person's: that person's requests, and the counts that protect them,
  // are kept.
  const provenEmail = email_proven_at === null ? undefined : email;
  // Billing comes first, because a payment locks the customer before the circle.
  const eventIds = await listUserEvents(tx, owner);
  const billing = await findBillingToClose(tx, clock, owner);
  // Emails are deleted before the people they go to: deleting a person deletes their emails, whose jobs could not be
  // found any more.
  const emailIds = await deleteAccountEmails(tx, { user_id: owner, email: provenEmail });
  const inviteIds = await deleteInvitesOfOwner(tx, owner);
  const circleIds = await deleteCirclesOfOwner(tx, owner);
  const requestIds = await deleteLinkRequests(tx, { circleIds, email: provenEmail });
  if (provenEmail !== undefined) await deleteInvitedAddress(tx, provenEmail);
  const sessionIds = await deleteUser(tx, { user_id: owner, email: provenEmail });
  if (provenEmail !== undefined) await deleteOptOuts(tx, provenEmail);
  await deleteJobs(tx, [
    owner,
    ...circleIds,
    ...inviteIds,
    ...emailIds,
    ...requestIds,
    ...eventIds,
  ]);
  await closeBilling(tx, { jobs, clock }, billing);
  await deleteLimitCounters(tx, [
    owner,
    ...sessionIds,
    ...(provenEmail === undefined ? [] : [emailKey(secrets, provenEmail)]),
  ]);
}
