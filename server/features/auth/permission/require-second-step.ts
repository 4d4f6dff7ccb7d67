import { AuthError } from "#server/access/auth-error.ts";
import { lacksSecondStep } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";

/** @throws AuthError insufficient_aal if the account has a second step that the session has not passed */
export function requireSecondStep(session: AuthenticatedSession, status?: number): void {
  if (lacksSecondStep(session)) throw new AuthError("insufficient_aal", { status });
}
