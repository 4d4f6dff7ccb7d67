import { DomainError } from "#contract/errors.ts";
import type { AuthenticatedSession } from "./session.ts";

declare const owner: unique symbol;

/**
 * The id of a signed-in person who may read and write their own data. Only {@link ownerFrom} and {@link
 * ownerOfRow} make one.
 */
export type OwnerId = string & { readonly [owner]: true };

/**
 * The owner of a session whose assurance level is high enough for the account.
 * @throws DomainError insufficient_aal when the account has a second factor and this session has not passed it
 */
export function ownerFrom(session: AuthenticatedSession): OwnerId {
  if (lacksSecondStep(session)) throw new DomainError("insufficient_aal");
  return session.user_id as OwnerId;
}

/** Whether the account has a second factor that the call has not passed. */
export function lacksSecondStep({
  aal,
  has_verified_factor,
}: Pick<AuthenticatedSession, "aal" | "has_verified_factor">): boolean {
  return has_verified_factor && aal !== "aal2";
}

/**
 * The owner that a stored row names, for a job that does on schedule what the owner would do by hand. Never pass an id
 * from a request.
 */
export function ownerOfRow(row: { user_id: string }): OwnerId {
  return row.user_id as OwnerId;
}
