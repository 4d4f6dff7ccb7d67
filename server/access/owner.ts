import { DomainError } from "#contract/errors.ts";
import type { AuthenticatedSession } from "./session.ts";

declare const owner: unique symbol;

/** The id of a signed-in person who may read and write what is theirs. Only {@link ownerFrom} and {@link ownerOfRow} make one. */
export type OwnerId = string & { readonly [owner]: true };

/**
 * Lets a session in, if it is as sure as the account demands.
 * @throws DomainError insufficient_aal when the account has a second step and this session has not passed it
 */
export function ownerFrom(session: AuthenticatedSession): OwnerId {
  if (lacksSecondStep(session)) throw new DomainError("insufficient_aal");
  return session.user_id as OwnerId;
}

/** Whether the account has a second step that the call has not passed. */
export function lacksSecondStep({
  aal,
  has_verified_factor,
}: Pick<AuthenticatedSession, "aal" | "has_verified_factor">): boolean {
  return has_verified_factor && aal !== "aal2";
}

/**
 * The owner that a stored row names, for a job that does by the clock what the owner would do by hand. Never for an id
 * that came with a request.
 */
export function ownerOfRow(row: { user_id: string }): OwnerId {
  return row.user_id as OwnerId;
}
