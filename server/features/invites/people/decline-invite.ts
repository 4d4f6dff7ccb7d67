import { DomainError } from "#contract/errors.ts";
import type { FoundInvite } from "#server/access/open-invite.ts";
import type { Db } from "#server/db/tables.ts";
import { markDeclined } from "../queries.ts";

/**
 * "I'd rather not": from then on no mails about it are sent to them. Repeating it changes nothing.
 * @throws DomainError invite_invalid, circle_closed, join_expired, invite_completed (also when a submit was faster)
 */
export async function declineInvite(db: Db, found: FoundInvite): Promise<void> {
  switch (found.state) {
    case "declined":
      return;
    case "open":
    case "full":
      if (await markDeclined(db, found.invite.id)) return;
      throw new DomainError("invite_completed");
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
