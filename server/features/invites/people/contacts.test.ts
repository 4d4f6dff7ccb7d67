import { readXlsx } from "hucre/xlsx";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { listContacts } from "#contract/invites/invites.ts";
import { ownerOfRow } from "#server/access/owner.ts";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import { seedCircle } from "#server/testing/seed-circle.ts";
import { contactsTable } from "./export-contacts.ts";

const app = useTestApp({ start: "2026-11-02T23:30:00Z" });
const { create, people, person, answer } = app.circles;
const owner = app.useOwner();

const label = (owner: TestOwner, inviteId: string, given: unknown) =>
  app.as(owner, "PATCH", `/api/invites/${inviteId}`, { label: given });

async function pageAfter(owner: TestOwner, after: string | undefined) {
  const query = after === undefined ? "" : `?after=${after}`;
  const response = await app.as(owner, "GET", `/api/invites${query}`);
  return listContacts.output.parse(await response.json());
}

async function table(owner: TestOwner) {
  const response = await app.as(owner, "GET", "/api/invites/contacts.csv");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const { data, errors } = Papa.parse<string[]>(await response.text(), { skipEmptyLines: true });
  expect(errors).toEqual([]);
  return { disposition: response.headers.get("content-disposition"), rows: data };
}

it("an owner can set, change and remove a label", async () => {
  const id = await create(owner);
  const ana = await person(id, "ana");
  const response = await label(owner, ana.id, "mentor");
  expect(await response.json()).toMatchObject({ invite: { id: ana.id, label: "mentor" } });
  expect((await people(owner, id)).map((one) => one.label)).toEqual(["mentor", null, null]);
  expect((await label(owner, ana.id, "enemy")).status).toBe(400);
  expect(await (await label(owner, ana.id, null)).json()).toMatchObject({
    invite: { label: null },
  });
});

it("a label belongs to the person, in every paraline of this owner in which their address is asked", async () => {
  const other = await app.createOwner();
  const [first, second] = [await create(owner), await create(owner)];
  const theirs = await create(other);
  await label(owner, (await person(second, "ana")).id, "mentor");
  const later = await create(owner);
  for (const id of [first, second, later]) {
    expect((await people(owner, id)).map((one) => one.label)).toEqual(["mentor", null, null]);
  }
  expect((await people(other, theirs)).map((one) => one.label)).toEqual([null, null, null]);
  await label(owner, (await person(later, "ana")).id, null);
  expect((await people(owner, first)).map((one) => one.label)).toEqual([null, null, null]);
});

it("only an owner's own contacts are exported as a spreadsheet, as they are shown, dated in the owner's time zone", async () => {
  const owner = await app.createOwner({ time_zone: "Pacific/Kiritimati" });
  await create(await app.createOwner(), { people: ["stranger"] });
  const named = await create(owner, { title: "A move", people: ["ana", "ben"] });
  await answer((await person(named, "ana")).invite_token);
  await label(owner, (await person(named, "ben")).id, "work");
  await app.work();
  app.clock.advance({ minutes: 1 });
  const anonymous = await create(owner, { title: "A song", is_anonymous: true });
  await answer((await person(anonymous, "ana")).invite_token);
  await app.work();
  const { disposition, rows } = await table(owner);
  expect(disposition).toBe("attachment; filename*=UTF-8''paraline-contacts-2026-11-03.csv");
  expect(rows).toEqual([
    ["First name", "Last name", "Email", "Label", "Paraline", "Status", "Invited on"],
    ["cleo", "", "cleo@paraline.example", "", "A song", "Invited", "2026-11-03"],
    ["ben", "", "ben@paraline.example", "work", "A song", "Invited", "2026-11-03"],
    ["ana", "", "ana@paraline.example", "", "A song", "Invited", "2026-11-03"],
    ["ben", "", "ben@paraline.example", "work", "A move", "Invited", "2026-11-03"],
    ["ana", "", "ana@paraline.example", "", "A move", "Completed", "2026-11-03"],
  ]);
});

it("a person who was copied with a paraline is in the spreadsheet as not invited yet", async () => {
  const id = await create(owner, { people: ["ana"] });
  await app.circles.copy(owner, id, { with_people: true });
  const { rows } = await table(owner);
  expect(rows.slice(1).map((row) => row.slice(4))).toEqual(
    expect.arrayContaining([[expect.stringContaining("(copy)"), "Not invited yet", ""]]),
  );
});

it("the same contacts are exported as a workbook and as CSV, in which no cell is a formula", async () => {
  const title = '=HYPERLINK("https://evil.example")\n+1; =2';
  await create(owner, { title, people: ["ana"] });
  const { rows } = await table(owner);
  expect(rows[1]?.[4]).toBe("'=HYPERLINK(\"https://evil.example\") +1; '=2");
  const workbook = await app.as(owner, "GET", "/api/invites/contacts.xlsx");
  expect(workbook.headers.get("content-disposition")).toMatch(/paraline-contacts-.*\.xlsx$/);
  const { sheets } = await readXlsx(new Uint8Array(await workbook.arrayBuffer()));
  const withoutApostrophes = rows.map((row) => row.map((cell) => cell.replaceAll("'", "")));
  expect(sheets[0]?.rows).toEqual(withoutApostrophes);
});

it("contacts come in pages of several hundred people, each person once, and are exported in one order", async () => {
  const owner = await app.createOwner();
  const circles = [180, 250, 70, 1, 3, 520];
  const everyone: string[] = [];
  for (const [place, count] of circles.entries()) {
    app.clock.advance({ minutes: 1 });
    const people = Array.from({ length: count }, (_, number) => `p${place}-${number}`);
    everyone.push(...people);
    await seedCircle(app.db, owner, { now: app.clock.now(), people });
  }
  await create(await app.createOwner(), { people: ["stranger"] });
  const names: string[] = [];
  const sizes: number[] = [];
  let after: string | undefined;
  do {
    const page = await pageAfter(owner, after);
    names.push(...page.contacts.map(({ first_name }) => first_name));
    sizes.push(page.contacts.length);
    after = page.next;
  } while (after !== undefined);
  expect(names.toSorted()).toEqual(everyone.toSorted());
  expect(Math.max(...sizes)).toBeLessThan(2 * 520);
  expect(sizes.length).toBeGreaterThan(1);
  expect((await table(owner)).rows.slice(1).map(([first]) => first)).toEqual(everyone.toReversed());
  const pages: number[] = [];
  for await (const page of contactsTable(app.db, ownerOfRow(owner), "UTC").pages) {
    pages.push(page.length);
  }
  expect(pages).toEqual([500, 500, 24]);
});

it("a page that follows somebody else's paraline, or one that is gone, still has only the owner's own contacts", async () => {
  const theirs = await create(await app.createOwner(), { people: ["stranger"] });
  const owner = await app.createOwner();
  await create(owner, { people: ["ana"] });
  for (const after of [theirs, crypto.randomUUID(), "00000000-0000-0000-0000-000000000000"]) {
    const { contacts } = await pageAfter(owner, after);
    for (const { first_name } of contacts) expect(first_name).toBe("ana");
  }
  const malformed = await app.as(owner, "GET", "/api/invites?after=1");
  expect(malformed.status).toBe(400);
});
