import { DomainError } from "#contract/errors.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { markPendingAgain } from "../queries.ts";

/**
 * Undoes declining while the circle is open; the owner of an anonymous one is not shown that. Repeating it changes nothing.
 * @throws DomainError invite_invalid, circle_closed, invite_completed, join_expired
 */
export async function reopenInvite(db: Db, found: FoundInvite): Promise<void> {
  switch (found.state) {
    case "open":
    case "full":
      return;
    case "declined":
      // If it is no longer declined, another tab has already undone it.
      await markPendingAgain(db, found.invite.id);
      return;
    case "completed":
      throw new DomainError("invite_completed");
    case "closed":
      throw new DomainError("circle_closed");
    case "expired":
      throw new DomainError("join_expired");
    case "invalid":
      throw new DomainError("invite_invalid");
  }
}
