import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { Tx } from "#server/db/tables.ts";
import { mayHaveLink } from "../mail-queries.ts";
import { countPeople } from "../queries.ts";
import { type InviteRow, listInviteRows } from "./people-queries.ts";
import { findDelivery } from "./read-invites.ts";

type Person = Pick<InviteRow, "id" | "email" | "status" | "is_anonymous">;

/**
 * Whether a person may still answer, as far as the owner may know: in an anonymous circle, everyone who has not
 * declined. Source: docs/product.md, Anonymity.
 */
export function mayStillAnswer<P extends Person>(person: P): person is P & { email: string } {
  if (person.email === null || person.status === "declined") return false;
  return person.is_anonymous || person.status === "pending";
}

/** The people of a circle who were sent an invitation and may still answer, as far as the owner may know. */
export async function listReachable(tx: Tx, circle: OwnedCircle) {
  return (await listInviteRows(tx, circle))
    .filter(mayStillAnswer)
    .filter((person) => findDelivery(person) === "sent");
}

/**
 * Refuses to remove a person, or to correct their address, if that would be unfair or reveal who answered. In an
 * anonymous circle it is possible only while no email may have reached the person. After that, they may have answered,
 * and an error, or what is counted afterwards, would show whether they have. Source: docs/product.md, Anonymity;
 * Invitations.
 * @throws DomainError invite_declined_no_mail, invite_completed, invite_may_have_arrived
 */
export async function requireChangeable(tx: Tx, person: Person): Promise<void> {
  if (person.status === "declined") {
    throw new DomainError("invite_declined_no_mail", {
      message: "They chose not to answer, so they stay in the list.",
    });
  }
  if (person.is_anonymous) {
    if (await mayHaveLink(tx, person.id)) throw new DomainError("invite_may_have_arrived");
    return;
  }
  if (person.status === "completed") throw alreadyAnsweredError();
}

/** In a named circle the owner sees who has answered, so the error may say so. */
export function alreadyAnsweredError(): DomainError {
  return new DomainError("invite_completed", {
    message: "They have already shared their reflections.",
  });
}

/**
 * Requires that an anonymous circle asks enough people: before it emails any of them, and after one was removed. While
 * its link is open to anyone, no number is enough or too few.
 * @throws DomainError circle_mode_needs_three
 */
export async function requireEnoughPeople(
  tx: Tx,
  circle: Pick<OwnedCircle, "id" | "is_anonymous" | "open_link">,
): Promise<void> {
  if (!circle.is_anonymous || circle.open_link === "open") return;
  if ((await countPeople(tx, circle.id)) < limits.anonymousPeopleMin) {
    throw new DomainError("circle_mode_needs_three");
  }
}
