import { type Contact, isNotYetInvited } from "#contract/invites/invites.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import { whileSignedIn } from "#server/access/require-still-signed-in.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import type { Rows, Table } from "#server/documents/table.ts";
import { type TableFormat, writeTable } from "#server/documents/write-table.ts";
import type { NamedFile } from "#server/http/endpoint.ts";
import type { Clock } from "#server/system/clock.ts";
import { contactPages } from "./read-invites.ts";

const columns = ["First name", "Last name", "Email", "Label", "Paraline", "Status", "Invited on"];

/** Everyone whom an owner has asked, as a table, which contains only what the contacts screen shows. */
export function contactsTable(db: Db, owner: OwnerId, timeZone: string): Table {
  return { columns, pages: contactRows(db, owner, timeZone) };
}

/** The same as a file, which is read while it is sent for as long as the session may act. */
export async function exportContacts(
  deps: { db: Db; clock: Clock },
  owner: OwnerId,
  session: AuthenticatedSession,
  format: TableFormat,
): Promise<NamedFile> {
  const { db, clock } = deps;
  const timeZone = (await findOwner(db, owner))?.time_zone ?? "UTC";
  const file = writeTable(format, contactsTable(db, owner, timeZone));
  return {
    file_name: `paraline-contacts-${dayIn(timeZone, clock.now())}.${format}`,
    content: ReadableStream.from(whileSignedIn(db, deps, session, file)),
  };
}

async function* contactRows(db: Db, owner: OwnerId, timeZone: string): AsyncGenerator<Rows> {
  for await (const contacts of contactPages(db, owner)) {
    yield contacts.map((contact) => [
      contact.first_name,
      contact.last_name ?? "",
      contact.email ?? "",
      contact.label ?? "",
      contact.circle.title,
      statusInWords(contact),
      isNotYetInvited(contact) ? "" : dayIn(timeZone, new Date(contact.created_at)),
    ]);
  }
}

/** Describes the status of a contact; in an anonymous circle, only what the owner may know. */
function statusInWords(contact: Contact): string {
  switch (contact.status) {
    case "completed":
      return "Completed";
    case "declined":
      return "Declined";
    case "pending":
    case null:
      if (contact.delivery === "failed") return "Could not deliver";
      return isNotYetInvited(contact) ? "Not invited yet" : "Invited";
  }
}
