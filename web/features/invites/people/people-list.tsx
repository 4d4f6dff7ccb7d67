import type { ReactNode } from "react";
import { type Invite, isChangeable, isNotYetInvited } from "#contract/invites/invites.ts";
import { hasShareMenu } from "#web/client/share-with-device.ts";
import { PersonRow } from "#web/features/invites/people/person-row.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { LinkIcon, PencilIcon, ShareIcon, TrashIcon } from "#web/ui/icons/icons.tsx";
import { Menu, MenuEntry } from "#web/ui/overlays/menu.tsx";
import { Address } from "../address.tsx";
import { deliveryLabel, InviteBadge } from "../invite-badge.tsx";
import { fullName } from "../person-name.ts";

export type PersonAction = "copy_link" | "share_link" | "correct" | "remove";

export function PeopleList({
  invites,
  isOpen,
  resentIds,
  resendingId,
  onResend,
  onAction,
}: {
  invites: readonly Invite[];
  /** Whether the circle is open: no one is emailed about a closed one. */
  isOpen: boolean;
  resentIds: ReadonlySet<string>;
  resendingId: string | undefined;
  onResend: (invite: Invite) => void;
  onAction: (action: PersonAction, invite: Invite) => void;
}) {
  return (
    <ul className="lined people">
      {invites.map((invite) => (
        <PersonRow
          key={invite.id}
          name={fullName(invite)}
          line={<Address email={invite.email} />}
          note={deliveryNote(invite)}
          menu={
            isOpen && isChangeable(invite) && <PersonMenu invite={invite} onAction={onAction} />
          }
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
                    aria-label={`${sendLabel(invite)} to ${fullName(invite)}`}
                    busy={resendingId === invite.id}
                    onClick={() => onResend(invite)}
                  >
                    {sendLabel(invite)}
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
  onAction,
}: {
  invite: Invite;
  onAction: (action: PersonAction, invite: Invite) => void;
}) {
  return (
    <Menu label={`More for ${fullName(invite)}`}>
      {/* In an anonymous circle, only the people themselves have their links. */}
      {invite.status !== null && (
        <MenuEntry onSelect={() => onAction("copy_link", invite)}>
          <LinkIcon />
          Copy private link
        </MenuEntry>
      )}
      {invite.status !== null && hasShareMenu() && (
        <MenuEntry onSelect={() => onAction("share_link", invite)}>
          <ShareIcon />
          Share private link…
        </MenuEntry>
      )}
      {invite.email !== null && (
        <MenuEntry onSelect={() => onAction("correct", invite)}>
          <PencilIcon />
          Change address
        </MenuEntry>
      )}
      <MenuEntry onSelect={() => onAction("remove", invite)}>
        <TrashIcon />
        Remove
      </MenuEntry>
    </Menu>
  );
}

function sendLabel(invite: Invite): string {
  return isNotYetInvited(invite) ? "Send invite" : "Resend invite";
}

function deliveryNote(invite: Invite): ReactNode {
  if (invite.status !== "pending" && invite.status !== null) return undefined;
  if (invite.delivery !== "failed") return deliveryLabel(invite);
  return (
    <>
      <InviteBadge invite={invite} />
      {invite.delivery_reason !== null && <span className="below">{invite.delivery_reason}</span>}
    </>
  );
}
