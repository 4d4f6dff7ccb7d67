import { expect, test } from "vitest";
import type { Contact } from "#contract/invites/invites.ts";
import { ana } from "#web/testing/people.ts";
import { findContacts, groupContacts } from "./group-contacts.ts";

let made = 0;

function contact(fields: Partial<Contact>, title = "A move"): Contact {
  made += 1;
  return {
    ...ana,
    id: `a1111111-1111-4111-8111-${String(made).padStart(12, "0")}`,
    last_name: null,
    circle: { id: ana.circle_id, title, is_anonymous: false },
    ...fields,
  };
}

const contacts = [
  contact({ first_name: "Anna", last_name: "Müller", label: "mentor" }, "A song"),
  contact({ first_name: "Ana" }),
  contact({ first_name: "Dan", email: null, source: "link" }),
  contact({ first_name: "Dan", email: null, source: "link" }),
];

test("one address is one person, with the latest name; a person who joined through a link is a new one", () => {
  const groups = groupContacts(contacts);
  expect(groups.map(({ name, invites }) => [name, invites.length])).toEqual([
    ["Anna Müller", 2],
    ["Dan", 1],
    ["Dan", 1],
  ]);
  expect(groups[0]?.label).toBe("mentor");
});

test("a search covers names, addresses and paralines, ignoring case and accents", () => {
  const names = (words: string) =>
    findContacts(groupContacts(contacts), { label: undefined, query: words }).map(
      ({ name }) => name,
    );
  expect(names("")).toHaveLength(3);
  expect(names(" MULLER ")).toEqual(["Anna Müller"]);
  expect(names("ana@ song")).toEqual(["Anna Müller"]);
  expect(names("by the link")).toEqual(["Dan", "Dan"]);
  expect(names("nobody")).toEqual([]);
});

test("a label narrows the list", () => {
  const groups = groupContacts(contacts);
  expect(findContacts(groups, { label: "mentor", query: "" })).toHaveLength(1);
  expect(findContacts(groups, { label: "work", query: "" })).toEqual([]);
});
