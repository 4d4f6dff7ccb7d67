import { inviteAddress, paths } from "#contract/paths.ts";
import { isOpenCircle } from "#server/access/owned-circle.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import type { MailComposer, MailComposers, MailRow } from "#server/mail/compose.ts";
import type { Secrets } from "#server/secrets.ts";
import { composeInvitation } from "./emails.tsx";
import { findInvitation } from "./queries.ts";
import { sealUnsubscribe } from "./unsubscribe.ts";

interface Found {
  status: "pending" | "completed" | "declined";
  circle_status: "active" | "completed";
  closes_at: Date | null;
  is_anonymous: boolean;
}

/** The letters of the invites room. */
export function inviteMails({
  db,
  clock,
  secrets,
  config,
}: {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  config: { public_url: string };
}): Pick<MailComposers, "invitation" | "invitation_again"> {
  const compose: MailComposer = async (mail) => {
    const found = mail.invite_id === null ? undefined : await findInvitation(db, mail.invite_id);
    if (found === undefined) return { skip: "They are no longer invited." };
    const skip = whySkip(found, mail, clock.now());
    if (skip !== undefined) return { skip };

    const token = sealUnsubscribe(secrets, { owner_id: found.owner_id, email: mail.to_address });
    const unsubscribe_address = `${config.public_url}${paths.unsubscribe}?token=${token}`;
    return {
      to: mail.to_address,
      ...(await composeInvitation({
        first_name: found.first_name,
        owner_name: found.owner_name?.trim() || null,
        title: found.title,
        is_anonymous: found.is_anonymous,
        deadline: found.deadline,
        questions_count: found.questions_count,
        invite_address: inviteAddress(config.public_url, found.invite_token),
        unsubscribe_address,
        again: mail.kind === "invitation_again",
      })),
      headers: {
        "List-Unsubscribe": `<${unsubscribe_address}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    };
  };
  return { invitation: compose, invitation_again: compose };
}

/**
 * Why an invitation has no more reason to go. The first one of an anonymous paraline goes also to whoever has answered
 * meanwhile: its state is the delivery that the owner sees, and must not tell.
 */
function whySkip(found: Found, mail: MailRow, now: Date): string | undefined {
  if (!isOpenCircle({ status: found.circle_status, closes_at: found.closes_at }, now)) {
    return "This paraline has closed.";
  }
  if (found.status === "declined") return "They chose not to answer.";
  if (found.status === "completed" && !(found.is_anonymous && mail.kind === "invitation")) {
    return "They have already answered.";
  }
  return undefined;
}
