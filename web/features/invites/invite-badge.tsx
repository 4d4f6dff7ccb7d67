import { type Invite, isNotYetInvited } from "#contract/invites/invites.ts";
import { CheckIcon, CircleAlertIcon, ClockIcon } from "#web/ui/icons/icons.tsx";
import { Badge } from "#web/ui/status/badge.tsx";

const notInvitedLabel = "Not invited yet";

const deliveryLabels: Record<Invite["delivery"], string> = {
  waiting: "Waiting for you to confirm your address",
  queued: "On its way",
  sent: "Sent",
  none: "",
  failed: "",
};

type InviteState = Pick<Invite, "status" | "delivery" | "source">;

const badges = {
  completed: { tone: "moss", icon: <CheckIcon />, children: "Completed" },
  declined: { children: "Declined" },
  failed: { tone: "danger", icon: <CircleAlertIcon />, children: "Could not deliver" },
  uninvited: { children: notInvitedLabel },
  invited: { children: "Invited" },
  pending: { tone: "ochre", icon: <ClockIcon />, children: "Pending" },
} as const;

/** For an anonymous circle, more than invited, not reached or declined would reveal who has answered. */
export function InviteBadge({ invite }: { invite: InviteState }) {
  return <Badge {...badges[findState(invite)]} />;
}

function findState(invite: InviteState): keyof typeof badges {
  if (invite.status === "completed" || invite.status === "declined") return invite.status;
  if (invite.delivery === "failed") return "failed";
  return isNotYetInvited(invite) ? "uninvited" : (invite.status ?? "invited");
}

/** The state of the invitation, in a few words; empty if the badge already says everything. */
export function deliveryLabel(invite: InviteState): string {
  if (invite.status !== "pending") return "";
  return isNotYetInvited(invite) ? notInvitedLabel : deliveryLabels[invite.delivery];
}
