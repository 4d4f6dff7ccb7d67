import { DomainError } from "#contract/errors.ts";
import type { Contact, DeliveryState, Invite } from "#contract/invites/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { visibleStatus } from "#server/access/visibility.ts";
import type { Db } from "#server/db/tables.ts";
import {
  findInviteRow,
  type InviteRow,
  listCirclesWithPeople,
  listContactIds,
  listContactRows,
  listContactRowsById,
  listInviteRows,
} from "./people-queries.ts";

/** A page of contacts has as many circles as it takes to reach this many people, but at most this many circles. */
const pageSize = { people: 500, circles: 200 };

export async function listInvites(
  db: Db,
  circle: OwnedCircle,
): Promise<{ invites: Invite[]; waits_for_owner: boolean }> {
  const invites = (await listInviteRows(db, circle)).map(toInvite);
  return { invites, waits_for_owner: invites.some(({ delivery }) => delivery === "waiting") };
}

/**
 * The people in an owner's circles, as the owner may see them, one page at a time: a long list in one piece would hold
 * up everybody else's requests.
 * @param after `next` of the previous page; undefined for the first
 */
export async function listContacts(
  db: Db,
  owner: OwnerId,
  after: string | undefined,
): Promise<{ contacts: Contact[]; next?: string }> {
  const circles = await listCirclesWithPeople(db, owner, { after, limit: pageSize.circles });
  const onPage: string[] = [];
  let people = 0;
  for (const { id, people_count } of circles) {
    onPage.push(id);
    people += people_count;
    if (people >= pageSize.people) break;
  }
  const rows = onPage.length === 0 ? [] : await listContactRows(db, owner, onPage);
  const last = onPage.at(-1);
  const isLastPage = onPage.length === circles.length && circles.length < pageSize.circles;
  return {
    contacts: rows.map(toContact),
    ...(!isLastPage && last !== undefined && { next: last }),
  };
}

/** All contacts of an owner in pages, last added first. */
export async function* contactPages(db: Db, owner: OwnerId): AsyncGenerator<Contact[]> {
  const ids = await listContactIds(db, owner);
  for (let from = 0; from < ids.length; from += pageSize.people) {
    const rows = await listContactRowsById(db, owner, ids.slice(from, from + pageSize.people));
    yield rows.map(toContact);
  }
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

function toContact(row: InviteRow & { circle_title: string }): Contact {
  return {
    ...toInvite(row),
    circle: { id: row.circle_id, title: row.circle_title, is_anonymous: row.is_anonymous },
  };
}

/** Lists each field, so that no other column, above all the private token, is included by accident. */
function toInvite(row: InviteRow): Invite {
  const delivery = findDelivery(row);
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

export function findDelivery({
  mail_state,
  is_anonymous,
  status,
}: Pick<InviteRow, "mail_state" | "is_anonymous" | "status">): DeliveryState {
  if (mail_state !== "skipped") return mail_state ?? "none";
  // It was skipped because they had answered by then. They had a link, so nothing is wrong.
  return !is_anonymous && status === "completed" ? "sent" : "failed";
}
