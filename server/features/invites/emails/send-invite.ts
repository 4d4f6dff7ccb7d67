import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { isInviteToken } from "#server/http/endpoint.ts";
import { findOwnInviteByToken } from "../people/people-queries.ts";
import { resendInvite } from "./resend-invite.ts";

/** The input of the function send-invite. Source: docs/product.md, API. */
interface SendInviteBody {
  to: string;
  firstName: string;
  lastName?: string | null | undefined;
  paralineTitle: string;
  paralineDescription?: string | null | undefined;
  inviteToken: string;
  deadline?: string | null | undefined;
}

/**
 * Requests one more email for an invite that the caller owns, which is given by its token. The body must agree with the
 * database.
 * @throws DomainError validation_failed if they differ, and what {@link resendInvite} throws
 */
export async function sendInvite(
  deps: Parameters<typeof resendInvite>[0],
  owner: OwnerId,
  body: SendInviteBody,
): Promise<void> {
  const invite = isInviteToken(body.inviteToken)
    ? await findOwnInviteByToken(deps.db, owner, body.inviteToken)
    : undefined;
  if (invite === undefined) throw new DomainError("invite_not_found");
  const pairs: [keyof SendInviteBody, unknown, unknown][] = [
    ["to", body.to, invite.email],
    ["firstName", body.firstName.trim(), invite.first_name],
    ["lastName", body.lastName?.trim() || null, invite.last_name],
    ["paralineTitle", body.paralineTitle.trim(), invite.title],
    [
      "paralineDescription",
      body.paralineDescription?.trim() || invite.description,
      invite.description,
    ],
    ["deadline", body.deadline || invite.deadline, invite.deadline],
  ];
  const different = pairs.find(([, said, stored]) => said !== stored);
  if (different !== undefined) {
    throw new DomainError("validation_failed", {
      message: `${different[0]} is not that of the invitation.`,
      path: [different[0]],
    });
  }
  await resendInvite(deps, owner, invite.id);
}
