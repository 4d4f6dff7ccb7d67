import type { Invite } from "#contract/invites.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CheckIcon, CircleAlertIcon, ClockIcon } from "#web/ui/icons.tsx";

type InviteState = Pick<Invite, "status" | "delivery">;

/**
 * Where a person stands. An anonymous paraline says only that somebody was invited, could not be reached, or declined:
 * anything more would tell who has answered.
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
      return invite.status === null ? (
        <Badge>Invited</Badge>
      ) : (
        <Badge tone="ochre" icon={<ClockIcon />}>
          Pending
        </Badge>
      );
  }
}

/** How the first invitation is doing, in a few words; empty where the badge has said it all. */
export function deliveryWords(invite: InviteState): string {
  if (invite.status === null || invite.status !== "pending") return "";
  switch (invite.delivery) {
    case "waiting":
      return "Waits for your confirmed address";
    case "queued":
      return "On its way";
    case "sent":
      return "Sent";
    case "failed":
    case "none":
      return "";
  }
}
