import { randomUUID } from "node:crypto";
import { AuthError } from "#server/access/auth-error.ts";
import { lockCallerSession } from "#server/access/lock-session.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { recordAudit } from "../audit.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { listFactors } from "../queries.ts";
import { permitFactorChange } from "./permit-factor-change.ts";
import { deleteAbandonedFactors, insertFactor } from "./queries.ts";
import { createTotpSecret, totpQrCode, totpUri } from "./totp.ts";

const factorsAtMost = 10;

/** How long an authenticator app may take to be set up. */
export const unverifiedFactorMinutes = 5;

/**
 * Starts adding an authenticator app: its secret is shown only this once, and it has no effect before its first code.
 * @param current_password needed where signing in was too long ago
 * @throws AuthError insufficient_aal, session_not_found, user_banned, current_password_required,
 *   current_password_invalid, reauthentication_needed, conflict, over_request_rate_limit,
 *   too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function enrolTotp(
  deps: AuthDeps,
  {
    session,
    friendly_name,
    issuer,
    current_password,
    caller,
  }: {
    session: AuthenticatedSession;
    friendly_name: string;
    issuer: string | undefined;
    current_password: string | undefined;
    caller: Caller;
  },
) {
  const { db, clock, secrets, config } = deps;
  const { user_id, session_id, email } = session;
  const requirePermitted = await permitFactorChange(deps, { session, current_password, caller });
  const id = randomUUID();
  const secret = createTotpSecret();
  const uri = totpUri({ secret, issuer: issuer ?? new URL(config.publicUrl).host, email });
  const qrCode = await totpQrCode(uri);

  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const before = new Date(now.getTime() - unverifiedFactorMinutes * 60 * 1000);
    const { user, lacksSecondStep } = await lockCallerSession(tx, { clock }, session);
    if (lacksSecondStep) throw new AuthError("insufficient_aal");
    await requirePermitted(tx, user);
    await deleteAbandonedFactors(tx, { user_id, before });
    const present = await listFactors(tx, user_id);
    if (present.length >= factorsAtMost) throw new AuthError("too_many_enrolled_mfa_factors");
    const isStored = await insertFactor(tx, {
      id,
      user_id,
      factor_type: "totp",
      friendly_name,
      status: "unverified",
      secret_encrypted: secrets.encrypt(Buffer.from(secret), factorContext(id)),
      created_at: now,
      updated_at: now,
    });
    if (!isStored) throw new AuthError("mfa_factor_name_conflict");
    await recordAudit(tx, {
      action: "factor_in_progress",
      user_id,
      session_id,
      caller,
      details: { factor_id: id },
      now,
    });
  });
  return { id, type: "totp", friendly_name, totp: { qr_code: qrCode, secret, uri } };
}

/** What a factor's secret is encrypted for. */
export function factorContext(factorId: string): string {
  return `second step ${factorId}`;
}
