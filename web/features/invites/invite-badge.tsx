import { type Invite, isUninvited } from "#contract/invites.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CheckIcon, CircleAlertIcon, ClockIcon } from "#web/ui/icons.tsx";

const not_yet = "Not invited yet";

type InviteState = Pick<Invite, "status" | "delivery" | "source">;

/**
 * Where a person stands. An anonymous paraline says only that somebody was invited or not yet, could not be reached, or
 * declined: anything more would tell who has answered.
 */
export function InviteBadge({ invite }: { invite: InviteState }) {
  switch (invite.status) {
    case "completed":
      return (
        <Badge tone="moss" icon={<CheckIcon />}>
          Completed
        </Badge>
      );
    case "declined":
      return <Badge>Declined</Badge>;
    case "pending":
    case null:
      if (invite.delivery === "failed") {
        return (
          <Badge tone="danger" icon={<CircleAlertIcon />}>
            Could not deliver
          </Badge>
        );
      }
      if (isUninvited(invite)) return <Badge>{not_yet}</Badge>;
      return invite.status === null ? (
        <Badge>Invited</Badge>
      ) : (
        <Badge tone="ochre" icon={<ClockIcon />}>
          Pending
        </Badge>
      );
  }
}

/** How the invitation is doing, in a few words; empty where the badge has said it all. */
export function deliveryWords(invite: InviteState): string {
  if (invite.status !== "pending") return "";
  switch (invite.delivery) {
    case "waiting":
      return "Waits for your confirmed address";
    case "queued":
      return "On its way";
    case "sent":
      return "Sent";
    case "none":
      return isUninvited(invite) ? not_yet : "";
    case "failed":
      return "";
  }
}
