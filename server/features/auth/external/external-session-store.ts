import { DomainError } from "#contract/errors.ts";
import { readEmail } from "#contract/values/email.ts";
import { AuthError } from "#server/access/auth-error.ts";
import type { ExternalSessionStore } from "#server/access/external/external-sessions.ts";
import type { ExternalClaims } from "#server/access/external/external-token.ts";
import type { OpenedSignInServer } from "#server/access/external/sign-in-server.ts";
import type { AssuranceLevel } from "#server/db/auth-tables.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { releaseHeldMails } from "#server/mail/request-mail.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Logger } from "#server/system/log.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { mayCreateAccount } from "../admission/account-admission.ts";
import { newAccount, storeAccount } from "../admission/new-account.ts";
import { recordAudit } from "../audit.ts";
import type { AuthConfig, Caller } from "../auth-deps.ts";
import { cancelEmailChange } from "../flow-queries.ts";
import { resetUnprovenAccount } from "../links/reset-unproven-account.ts";
import {
  findUser,
  findUserByEmail,
  lockUser,
  setEmailIdentity,
  type UserRow,
  updateUserRow,
} from "../queries.ts";
import { insertSession, lockSession, type SessionRow, updateSession } from "../sessions/queries.ts";
import { deleteExternalSessions, setExternalFactor, wasErasedSince } from "./queries.ts";

interface KeepDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  secrets: Secrets;
  config: Pick<AuthConfig, "authSignUp" | "rateLimits">;
  server: Pick<OpenedSignInServer, "confirmsAddresses">;
}

type Kept = Parameters<ExternalSessionStore["keep"]>[0];

/** The caller of a sign-in at another server, about whom this server knows nothing. */
const unseenCaller: Caller = { address: "", ip: null, user_agent: null };

/** Accounts and sessions of people who sign in at another server. */
export function createExternalSessionStore(deps: KeepDeps): ExternalSessionStore {
  return {
    keep: (session) => keepExternalSession(deps, session),
    end: ({ user_id, session_id }) =>
      inTransaction(deps.db, (tx) => deleteExternalSessions(tx, { user_id, session_id })),
    endAll: (userId) =>
      inTransaction(deps.db, (tx) => deleteExternalSessions(tx, { user_id: userId })),
  };
}

/**
 * An account belongs permanently to the id that the sign-in server gave the person. Its address follows the person's
 * address there, but only once that is verified. It never becomes the address of another account here: otherwise,
 * whoever has the address at the sign-in server could be given that account.
 */
async function keepExternalSession(deps: KeepDeps, kept: Kept): Promise<void> {
  const { db, clock } = deps;
  const { claims, user, checked_at } = kept;
  const verifiedEmail = await findNewVerifiedEmail(deps, kept);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const account =
      (await lockUser(tx, claims.user_id)) ??
      (await createAccount(tx, deps, { ...kept, verifiedEmail, now }));
    if (verifiedEmail !== undefined) await followAddress(tx, deps, { account, verifiedEmail, now });
    await storeSession(tx, { claims, user, checked_at, now });
  });
}

/** The person's verified address, if the account here has another address, has not proven it, or does not exist. */
async function findNewVerifiedEmail(
  { db, log, server }: KeepDeps,
  { claims, user }: Kept,
): Promise<string | undefined> {
  if (user.email === undefined || !user.is_email_verified) return undefined;
  const email = readEmail(user.email);
  if (email === undefined) return undefined;
  const account = await findUser(db, claims.user_id);
  if (account?.email === email && account.email_proven_at !== null) return undefined;
  // A sign-in server that confirms addresses without an email still marks an identity as verified after its address is
  // changed.
  if (await server.confirmsAddresses()) return email;
  log.warn(
    "the sign-in server counts addresses as confirmed without an email (mailer_autoconfirm), so none of them is taken over",
  );
  return undefined;
}

async function createAccount(
  tx: Tx,
  { config }: KeepDeps,
  {
    claims: { user_id },
    user,
    checked_at,
    verifiedEmail,
    now,
  }: Kept & { verifiedEmail: string | undefined; now: Date },
): Promise<UserRow> {
  if (await wasErasedSince(tx, user_id, checked_at)) throw new AuthError("session_not_found");
  // An account with an unverified address would keep that address from the person who receives email there.
  if (verifiedEmail === undefined) throw new DomainError("account_address_unconfirmed");
  if (!(await mayCreateAccount(tx, config, verifiedEmail))) {
    throw new DomainError("account_not_admitted");
  }
  const { time_zone } = user.user_metadata;
  const isStored = await storeAccount(
    tx,
    newAccount({
      id: user_id,
      email: verifiedEmail,
      data: { time_zone },
      password_hash: null,
      email_confirmed_at: now,
      email_proven_at: now,
      confirmation_sent_at: null,
      now,
    }),
  );
  const account = await lockUser(tx, user_id);
  if (!account) throw new DomainError("account_address_taken");
  if (isStored) {
    await setEmailIdentity(tx, user_id, { email: verifiedEmail, isProven: true, now });
    const details = { method: "sign_in_server" };
    await recordAudit(tx, "user_signedup", { user_id, caller: unseenCaller, now }, details);
  }
  return account;
}

/**
 * Gives the account the address that the person has proven at the sign-in server. An account that was never proven may
 * have been made by somebody else, so it is reset.
 */
async function followAddress(
  tx: Tx,
  deps: KeepDeps,
  { account, verifiedEmail, now }: { account: UserRow; verifiedEmail: string; now: Date },
): Promise<void> {
  const { jobs, log } = deps;
  const { id, email, email_proven_at } = account;
  if (email === verifiedEmail && email_proven_at !== null) return;
  const holder = await findUserByEmail(tx, verifiedEmail);
  if (holder !== undefined && holder.id !== id) {
    log.warn({ user_id: id }, "the address of the sign-in server belongs to another account here");
    return;
  }
  if (email_proven_at === null) {
    // The notice goes to the new address.
    const reset = { ...account, email: verifiedEmail };
    await resetUnprovenAccount(tx, deps, reset, { caller: unseenCaller });
  }
  await cancelEmailChange(tx, id);
  await updateUserRow(tx, id, {
    email: verifiedEmail,
    email_confirmed_at: now,
    email_proven_at: now,
    updated_at: now,
  });
  await setEmailIdentity(tx, id, { email: verifiedEmail, isProven: true, now });
  await releaseHeldMails(tx, deps, id, now);
  if (email === verifiedEmail) return;
  await jobs.enqueue(tx, "update_customer_email", { user_id: id }, { singletonKey: id });
  const details = { changed: "email" };
  await recordAudit(tx, "user_modified", { user_id: id, caller: unseenCaller, now }, details);
}

async function storeSession(
  tx: Tx,
  { claims, user, checked_at, now }: Kept & { now: Date },
): Promise<void> {
  const { user_id, session_id, refreshed_at, signed_in_at } = claims;
  const present = await lockSession(tx, session_id);
  if (present === undefined) {
    await insertSession(tx, {
      id: session_id,
      user_id,
      aal: claims.aal,
      amr: "[]",
      refreshed_at,
      external_checked_at: checked_at,
      external_has_factor: user.has_verified_factor,
      // An unknown time counts as long ago, so that the session never counts as a fresh sign-in.
      created_at: signed_in_at ?? new Date(0),
    });
    await updateUserRow(tx, user_id, { last_sign_in_at: signed_in_at ?? refreshed_at });
    const details = { method: "sign_in_server" };
    await recordAudit(tx, "login", { user_id, session_id, caller: unseenCaller, now }, details);
  } else {
    if (present.user_id !== user_id || present.external_checked_at === null) {
      throw new AuthError("session_not_found");
    }
    if (present.external_checked_at > checked_at) return;
    await updateSession(tx, session_id, {
      ...levelOfNewest(present, claims),
      external_checked_at: checked_at,
      external_has_factor: user.has_verified_factor,
    });
  }
  await setExternalFactor(tx, {
    user_id,
    has_verified_factor: user.has_verified_factor,
    checked_at,
  });
}

/**
 * A session has the level that its newest token names. If two tokens are of the same second, the higher level counts.
 */
function levelOfNewest(
  present: Pick<SessionRow, "aal" | "refreshed_at">,
  { aal, refreshed_at }: ExternalClaims,
): { aal: AssuranceLevel; refreshed_at: Date } {
  if (refreshed_at < present.refreshed_at) {
    return { aal: present.aal, refreshed_at: present.refreshed_at };
  }
  const isSameSecond = refreshed_at.getTime() === present.refreshed_at.getTime();
  const isHigher = isSameSecond && present.aal > aal;
  return { aal: isHigher ? present.aal : aal, refreshed_at };
}
