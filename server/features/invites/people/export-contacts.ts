import { type Contact, isUninvited, lastAddedFirst } from "#contract/invites/invites.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import type { Db } from "#server/db/tables.ts";
import { toCsv } from "#server/documents/csv.ts";
import type { Clock } from "#server/system/clock.ts";
import { contactPages } from "./read-invites.ts";

const columns = ["First name", "Last name", "Email", "Label", "Paraline", "Status", "Invited on"];

/** Everyone an owner has asked, as a table: what the contacts screen shows, and nothing more. */
export async function exportContacts(
  { db, clock }: { db: Db; clock: Clock },
  owner: OwnerId,
): Promise<{ file_name: string; content: string }> {
  const now = clock.now();
  const timeZone = (await findOwner(db, owner))?.time_zone ?? "UTC";
  const contacts: Contact[] = [];
  for await (const page of contactPages(db, owner)) contacts.push(...page);
  contacts.sort(lastAddedFirst);
  return {
    file_name: `paraline-contacts-${dayIn(timeZone, now)}.csv`,
    content: toCsv([
      columns,
      ...contacts.map((contact) => [
        contact.first_name,
        contact.last_name ?? "",
        contact.email ?? "",
        contact.label ?? "",
        contact.circle.title,
        statusInWords(contact),
        isUninvited(contact) ? "" : dayIn(timeZone, new Date(contact.created_at)),
      ]),
    ]),
  };
}

/** Of an anonymous circle only what the owner may know. */
function statusInWords(contact: Contact): string {
  switch (contact.status) {
    case "completed":
      return "Completed";
    case "declined":
      return "Declined";
    case "pending":
    case null:
      if (contact.delivery === "failed") return "Could not deliver";
      return isUninvited(contact) ? "Not invited yet" : "Invited";
  }
}
