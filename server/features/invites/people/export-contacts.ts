import { Readable } from "node:stream";
import { type Contact, isNotYetInvited } from "#contract/invites/invites.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import { whileSignedIn } from "#server/access/require-still-signed-in.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import { csvInPieces } from "#server/documents/csv.ts";
import type { NamedFile } from "#server/http/endpoint.ts";
import type { Clock } from "#server/system/clock.ts";
import { contactPages } from "./read-invites.ts";

const columns = ["First name", "Last name", "Email", "Label", "Paraline", "Status", "Invited on"];

/** Everyone whom an owner has asked, as a table in pieces, which contains only what the contacts screen shows. */
export async function* contactsTable(
  db: Db,
  owner: OwnerId,
  timeZone: string,
): AsyncGenerator<string> {
  yield* csvInPieces(columns, contactLines(db, owner, timeZone));
}

/** The same as a file, which is read while it is sent for as long as the session may act. */
export async function exportContacts(
  deps: { db: Db; clock: Clock },
  owner: OwnerId,
  session: AuthenticatedSession,
): Promise<NamedFile> {
  const { db, clock } = deps;
  const timeZone = (await findOwner(db, owner))?.time_zone ?? "UTC";
  const pieces = whileSignedIn(db, deps, session, contactsTable(db, owner, timeZone));
  return {
    file_name: `paraline-contacts-${dayIn(timeZone, clock.now())}.csv`,
    content: Readable.toWeb(Readable.from(asBytes(pieces))) as ReadableStream<Uint8Array>,
  };
}

async function* asBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

async function* contactLines(db: Db, owner: OwnerId, timeZone: string): AsyncGenerator<string[][]> {
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
