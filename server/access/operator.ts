import { DomainError } from "#contract/errors.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/tables.ts";
import { lacksSecondStep } from "./owner.ts";
import type { AuthenticatedSession } from "./session.ts";

declare const operator: unique symbol;

/** Proof that the caller may see the operator's page now. Only {@link operatorFrom} makes one. */
export type Operator = { readonly [operator]: true };

type AdminConfig = Pick<Config, "adminEmails">;

/** Whether an account is an operator's: its address is listed in ADMIN_EMAILS, and proven. */
export function isOperatorAccount(
  { adminEmails }: AdminConfig,
  { email, email_proven_at }: { email: string; email_proven_at: Date | null },
): boolean {
  // Both have the form that `readAccountEmail` gives addresses.
  return email_proven_at !== null && adminEmails.includes(email);
}

/**
 * Admits the session of an operator who has passed a second step. The account is read at every call, so it loses access
 * to the page as soon as its address changes.
 * @throws DomainError not_found when the session belongs to an app or to somebody who is not an operator;
 *   insufficient_aal when its second step has not been passed; operator_second_step_missing when the account has none
 */
export async function operatorFrom(
  { db, config }: { db: Db; config: AdminConfig },
  session: AuthenticatedSession,
): Promise<Operator> {
  const account = session.app
    ? undefined
    : await db
        .selectFrom("auth.users")
        .where("id", "=", session.user_id)
        .select(["email", "email_proven_at"])
        .executeTakeFirst();
  if (account === undefined || !isOperatorAccount(config, account)) {
    throw new DomainError("not_found");
  }
  if (lacksSecondStep(session)) throw new DomainError("insufficient_aal");
  if (session.aal !== "aal2") throw new DomainError("operator_second_step_missing");
  return {} as Operator;
}
