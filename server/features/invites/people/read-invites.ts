import { DomainError } from "#contract/errors.ts";
import type { Contact, DeliveryState, Invite } from "#contract/invites/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { visibleStatus } from "#server/access/visibility.ts";
import type { Db } from "#server/db/tables.ts";
import {
  findInviteRow,
  type InviteRow,
  listContactRows,
  listInviteRows,
} from "./people-queries.ts";

export async function listInvites(
  db: Db,
  circle: OwnedCircle,
): Promise<{ invites: Invite[]; waits_for_owner: boolean }> {
  const invites = (await listInviteRows(db, circle)).map(toInvite);
  return { invites, waits_for_owner: invites.some(({ delivery }) => delivery === "waiting") };
}

/** Everyone in any of an owner's circles, as the owner may see them. */
export async function listContacts(db: Db, owner: OwnerId): Promise<Contact[]> {
  const rows = await listContactRows(db, owner);
  return rows.map((row) => ({
    ...toInvite(row),
    circle: { id: row.circle_id, title: row.circle_title, is_anonymous: row.is_anonymous },
  }));
}

/**
 * One person as their owner may see them.
 * @throws DomainError invite_not_found
 */
export async function readInvite(db: Db, owner: OwnerId, inviteId: string): Promise<Invite> {
  const row = await findInviteRow(db, owner, inviteId);
  if (row === undefined) throw new DomainError("invite_not_found");
  return toInvite(row);
}

/** Lists each field, so that no other column (above all the private token) is included by accident. */
function toInvite(row: InviteRow): Invite {
  const delivery = deliveryOf(row);
  return {
    id: row.id,
    circle_id: row.circle_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    status: visibleStatus(row.is_anonymous, row.status),
    source: row.source,
    label: row.label,
    delivery,
    delivery_reason: delivery === "failed" ? row.mail_reason : null,
    created_at: row.created_at.toISOString(),
  };
}

export function deliveryOf({
  mail_state,
  is_anonymous,
  status,
}: Pick<InviteRow, "mail_state" | "is_anonymous" | "status">): DeliveryState {
  if (mail_state !== "skipped") return mail_state ?? "none";
  // Skipped because they had answered by then: they have had a link, so nothing is wrong.
  return !is_anonymous && status === "completed" ? "sent" : "failed";
}
