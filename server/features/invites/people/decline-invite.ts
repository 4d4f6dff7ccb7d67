import { DomainError } from "#contract/errors.ts";
import { type FoundInvite, inviteErrors } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { markDeclined } from "../queries.ts";

/**
 * "I'd rather not": from then on the person gets no emails about the circle. Repeating it changes nothing. Of somebody who
 * came through the open link, and whom nobody asked in person, nothing is stored.
 * @throws DomainError invite_invalid, circle_closed, link_turned_off, invite_completed (also when a submission was faster)
 */
export async function declineInvite(db: Db, found: FoundInvite): Promise<void> {
  if (found.state === "declined") return;
  if (found.state !== "open" && found.state !== "full") {
    throw new DomainError(inviteErrors[found.state]);
  }
  if (found.invite.joinedAs !== null) return;
  if (!(await markDeclined(db, found.invite.id))) throw new DomainError("invite_completed");
}
