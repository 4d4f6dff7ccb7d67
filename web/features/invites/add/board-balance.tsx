import { type Label, labels } from "#contract/invites/invites.ts";
import { useContacts } from "../hooks.ts";

export function BoardBalance({ people }: { people: readonly { email: string }[] }) {
  const contacts = useContacts({ silent: true });
  const known = new Map(
    contacts.data?.flatMap(({ email, label }) => (email && label ? [[email, label]] : [])),
  );
  const given = people.map(({ email }) => known.get(email));
  const words = describeBalance(given);
  return words === undefined ? null : <p className="small ink-3">{words}</p>;
}

const singular: Record<Label, string> = {
  personal: "personal",
  work: "from work",
  family: "family",
  mentor: "mentor",
  friend: "friend",
};

const plural: Record<Label, string> = { ...singular, mentor: "mentors", friend: "friends" };

/** "Around your table: 2 friends, 1 mentor, 1 without a label." */
export function describeBalance(given: readonly (Label | undefined)[]): string | undefined {
  const parts = labels.flatMap((label) => {
    const count = given.filter((one) => one === label).length;
    return count === 0 ? [] : [`${count} ${(count === 1 ? singular : plural)[label]}`];
  });
  if (parts.length === 0) return undefined;
  const others = given.filter((label) => label === undefined).length;
  if (others > 0) parts.push(`${others} without a label`);
  return `Around your table: ${parts.join(", ")}.`;
}
