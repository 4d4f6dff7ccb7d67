import type { Contact, Label } from "#contract/invites/invites.ts";
import { fullName } from "../person-name.ts";

/** A person whom the owner has asked in at least one circle; the circle in which they were asked last comes first. */
export interface ContactGroup {
  key: string;
  /** Their most recent name. */
  name: string;
  email: string | null;
  label: Label | null;
  invites: readonly [Contact, ...Contact[]];
}

/** One address is one person. People who used a link have none, and count as someone new each time. */
export function groupContacts(contacts: readonly Contact[]): ContactGroup[] {
  const groups = Map.groupBy(contacts, ({ id, email }) => email ?? id) as Map<
    string,
    [Contact, ...Contact[]]
  >;
  return [...groups].map(([key, invites]) => ({
    key,
    name: fullName(invites[0]),
    email: invites[0].email,
    label: invites.find(({ label }) => label !== null)?.label ?? null,
    invites,
  }));
}

/** The people with a label, and with every word of a search somewhere in their name, address or circles. */
export function findContacts(
  groups: readonly ContactGroup[],
  { label, query }: { label: Label | undefined; query: string },
): ContactGroup[] {
  const wanted = folded(query).split(/\s+/).filter(Boolean);
  return groups.filter((group) => {
    if (label !== undefined && group.label !== label) return false;
    const text = folded(
      [
        group.email ?? "by the link",
        ...group.invites.flatMap((invite) => [fullName(invite), invite.circle.title]),
      ].join(" "),
    );
    return wanted.every((word) => text.includes(word));
  });
}

/** Normalizes a text for comparison: ignores case and accents, so that "muller" finds Müller. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
