import { DomainError } from "#contract/errors.ts";
import { type FoundInvite, inviteErrors } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { markDeclinedPending } from "../queries.ts";

/**
 * Undoes declining while the circle is open. The owner of an anonymous circle does not see that. Repeating it changes
 * nothing.
 * @throws DomainError invite_invalid, circle_closed, invite_completed, link_turned_off
 */
export async function reopenInvite(db: Db, found: FoundInvite): Promise<void> {
  if (found.state === "open" || found.state === "full") return;
  if (found.state !== "declined") throw new DomainError(inviteErrors[found.state]);
  // If it is no longer declined, another tab has already undone it.
  await markDeclinedPending(db, found.invite.id);
}
