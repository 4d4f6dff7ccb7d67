import type { AuthErrorCode } from "#server/access/auth-error.ts";
import { noteChangedAccess } from "#server/access/erasures/note-erasures.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { AuthDeps, Caller } from "./auth-deps.ts";
import { insertAuditEntry, rollBackUnless } from "./queries.ts";

type AuditAction =
  | "login"
  | "login_failed"
  | "logout"
  | "user_signedup"
  | "user_repeated_signup"
  | "user_recovery_requested"
  | "user_sign_in_link_requested"
  | "reauthentication_requested"
  | "sign_in_disowned"
  | "user_updated_password"
  | "user_reauthenticated"
  | "user_modified"
  | "token_revoked"
  | "factor_in_progress"
  | "challenge_created"
  | "verification_attempted"
  | "factor_unenrolled"
  | "identity_linked"
  | "passkey_added"
  | "passkey_removed"
  | "generate_recovery_codes"
  | "recovery_codes_deleted"
  | "identity_unlinked"
  | "oauth_consent_granted"
  | "oauth_consent_revoked"
  | "account_reset"
  | "account_recovered"
  | "user_deleted";

/** The actions that end a way to sign in. */
const endsSignInMethod: ReadonlySet<AuditAction> = new Set([
  "user_updated_password",
  "sign_in_disowned",
  "factor_unenrolled",
  "passkey_removed",
  "identity_unlinked",
  "recovery_codes_deleted",
  "account_reset",
  "account_recovered",
]);

/**
 * Records who did what, and from where. The entry is kept for 90 days. An entry without an account does not say from
 * where, because the deletion of an account could not find it. `details` never holds a token, a code or a password.
 */
export async function recordAudit(
  db: Db,
  action: AuditAction,
  entry: { caller: Caller; now: Date } & (
    | { session: Pick<AuthenticatedSession, "user_id" | "session_id"> }
    | { user_id?: string | undefined; session_id?: string | undefined }
  ),
  details: Record<string, string | number | boolean> = {},
): Promise<void> {
  const { user_id = null, session_id = null } = "session" in entry ? entry.session : entry;
  const from = user_id === null ? { ip: null, user_agent: null } : entry.caller;
  await insertAuditEntry(db, {
    action,
    user_id,
    session_id,
    ip: from.ip,
    user_agent: from.user_agent,
    details: JSON.stringify(details),
    created_at: entry.now,
  });
  if (user_id !== null && endsSignInMethod.has(action)) await noteChangedAccess(db, user_id);
}

/**
 * Records a failed sign-in or a wrong current password. An entry that is not kept, as without an account, is written
 * and rolled back, so that it takes the same time. Not to be called inside a transaction.
 */
export async function recordFailure(
  { db, clock, limiter }: Pick<AuthDeps, "db" | "clock" | "limiter">,
  failure: {
    user_id: string | undefined;
    session_id?: string;
    addressKey: string;
    reason: AuthErrorCode;
    caller: Caller;
  },
): Promise<void> {
  const { user_id, session_id, addressKey, reason, caller } = failure;
  const { allowed } = await limiter.consume("auth_failures_noted", addressKey);
  const now = clock.now();
  await inTransaction(db, (tx) =>
    rollBackUnless(tx, async () => {
      await recordAudit(tx, "login_failed", { user_id, session_id, caller, now }, { reason });
      return allowed && user_id !== undefined;
    }),
  );
}
