import type { ReactNode } from "react";
import { type Invite, isChangeable, isUninvited } from "#contract/invites.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkIcon, PencilIcon, TrashIcon } from "#web/ui/icons.tsx";
import { Menu, MenuEntry } from "#web/ui/menu.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { Address } from "./address.tsx";
import { deliveryWords, InviteBadge } from "./invite-badge.tsx";
import { fullName } from "./person-name.ts";

/** Further actions for a person. */
export type PersonDeed = "copy_link" | "mend" | "remove";

/** The people of a circle: names, the state of their invitations, sending one again, and further actions. */
export function PeopleList({
  invites,
  isOpen,
  resentIds,
  resendingId,
  onResend,
  onDeed,
}: {
  invites: readonly Invite[];
  /** No one is emailed about a closed circle. */
  isOpen: boolean;
  resentIds: ReadonlySet<string>;
  resendingId: string | undefined;
  onResend: (invite: Invite) => void;
  onDeed: (deed: PersonDeed, invite: Invite) => void;
}) {
  return (
    <ul className="people border-y border-rule">
      {invites.map((invite) => (
        <PersonRow
          key={invite.id}
          name={fullName(invite)}
          line={<Address email={invite.email} />}
          note={deliveryNote(invite)}
          menu={isOpen && isChangeable(invite) && <PersonMenu invite={invite} onDeed={onDeed} />}
        >
          {invite.status === "completed" || invite.status === "declined" ? (
            <InviteBadge invite={invite} />
          ) : (
            <>
              {invite.status === null && invite.delivery !== "failed" && (
                <InviteBadge invite={invite} />
              )}
              {resentIds.has(invite.id) ? (
                <span className="small ink-2">Sent just now</span>
              ) : (
                isOpen &&
                invite.email !== null && (
                  <Button
                    className="small"
                    aria-label={`${sendWords(invite)} to ${fullName(invite)}`}
                    busy={resendingId === invite.id}
                    onClick={() => onResend(invite)}
                  >
                    {sendWords(invite)}
                  </Button>
                )
              )}
            </>
          )}
        </PersonRow>
      ))}
    </ul>
  );
}

function PersonMenu({
  invite,
  onDeed,
}: {
  invite: Invite;
  onDeed: (deed: PersonDeed, invite: Invite) => void;
}) {
  return (
    <Menu label={`More for ${fullName(invite)}`}>
      {/* in an anonymous circle, only the person themselves has it */}
      {invite.status !== null && (
        <MenuEntry onSelect={() => onDeed("copy_link", invite)}>
          <LinkIcon />
          Copy private link
        </MenuEntry>
      )}
      {invite.email !== null && (
        <MenuEntry onSelect={() => onDeed("mend", invite)}>
          <PencilIcon />
          Change address
        </MenuEntry>
      )}
      <MenuEntry onSelect={() => onDeed("remove", invite)}>
        <TrashIcon />
        Remove
      </MenuEntry>
    </Menu>
  );
}

function sendWords(invite: Invite): string {
  return isUninvited(invite) ? "Send invite" : "Resend invite";
}

/** The state of the invitation, if there is more to say. */
function deliveryNote(invite: Invite): ReactNode {
  if (invite.status !== "pending" && invite.status !== null) return undefined;
  if (invite.delivery !== "failed") return deliveryWords(invite);
  return (
    <>
      <InviteBadge invite={invite} />
      {invite.delivery_reason !== null && (
        <span className="block pt-1">{invite.delivery_reason}</span>
      )}
    </>
  );
}
