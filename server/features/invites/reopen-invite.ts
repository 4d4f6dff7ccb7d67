import { DomainError } from "#contract/errors.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { changeInviteStatus } from "./queries.ts";

/**
 * The way back for whoever declined, while the paraline is open. Said again, it changes nothing.
 * @throws DomainError invite_invalid, circle_closed, invite_completed, join_expired
 */
export async function reopenInvite(db: Db, found: FoundInvite): Promise<void> {
  switch (found.state) {
    case "open":
    case "full":
      return;
    case "declined":
      // Where it is not declined any more, another tab has taken it back already.
      await changeInviteStatus(db, found.invite.id, "declined", "pending");
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
