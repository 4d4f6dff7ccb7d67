import { DomainError } from "#contract/errors.ts";
import type { InviteRow } from "./people-queries.ts";
import { deliveryOf } from "./read-invites.ts";

type Person = Pick<
  InviteRow,
  "email" | "status" | "is_anonymous" | "mail_state" | "is_mail_under_way"
>;

/**
 * Whether, as far as the owner may know, a person has not answered and would: of an anonymous paraline everyone who has
 * not declined. Source: product decisions 4.
 */
export function mayBeAnswering<P extends Person>(person: P): person is P & { email: string } {
  if (person.email === null || person.status === "declined") return false;
  return person.is_anonymous || person.status === "pending";
}

/**
 * Refuses to remove a person, or to mend their address, where that would be unfair or would tell. In an anonymous
 * paraline it goes by the invitation alone: once it has left, a refusal would show who has answered.
 * Source: product decisions 1 and 4.
 * @throws DomainError invite_declined_no_mail, invite_completed, invite_already_left
 */
export function requireChangeable(person: Person): void {
  if (person.status === "declined") {
    throw new DomainError("invite_declined_no_mail", {
      message: "They chose not to answer, and stay in the list.",
    });
  }
  if (person.is_anonymous) {
    const is_leaving = person.mail_state === "queued" && person.is_mail_under_way === true;
    if (is_leaving || deliveryOf(person) === "sent") throw new DomainError("invite_already_left");
    return;
  }
  if (person.status === "completed") throw hasAnswered();
}

/** What a named paraline's owner is told of who has answered. */
export function hasAnswered(): DomainError {
  return new DomainError("invite_completed", {
    message: "They have already shared their reflections.",
  });
}
