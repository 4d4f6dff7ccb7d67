import { type Invite, isUninvited } from "#contract/invites/invites.ts";
import { CheckIcon, CircleAlertIcon, ClockIcon } from "#web/ui/icons/icons.tsx";
import { Badge } from "#web/ui/status/badge.tsx";

const notInvitedLabel = "Not invited yet";

type InviteState = Pick<Invite, "status" | "delivery" | "source">;

/**
 * A person's state. An anonymous circle shows only that someone was invited or not yet, could not be reached, or
 * declined: anything more would reveal who has answered.
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
      if (isUninvited(invite)) return <Badge>{notInvitedLabel}</Badge>;
      return invite.status === null ? (
        <Badge>Invited</Badge>
      ) : (
        <Badge tone="ochre" icon={<ClockIcon />}>
          Pending
        </Badge>
      );
  }
}

/** The state of the invitation, in a few words; empty if the badge already says everything. */
export function deliveryLabel(invite: InviteState): string {
  if (invite.status !== "pending") return "";
  switch (invite.delivery) {
    case "waiting":
      return "Waits for your confirmed address";
    case "queued":
      return "On its way";
    case "sent":
      return "Sent";
    case "none":
      return isUninvited(invite) ? notInvitedLabel : "";
    case "failed":
      return "";
  }
}
