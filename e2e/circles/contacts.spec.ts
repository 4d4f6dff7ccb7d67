import { download, expect, failCalls, notification, phone, test } from "../testing/fixtures.ts";

test.describe("the contacts", () => {
  test("are labelled, filtered and searched, one person once across paralines", async ({
    openOwner,
    api,
  }) => {
    await api.create(await api.signUp(), { people: ["Zoe"] });
    const { owner, circle, people, page } = await openOwner({ people: ["Ana", "Ben"] });
    const [ana, ben] = people;
    await api.store(owner, { title: "A song", people: [ana] });
    await api.answer({ circle, person: ana, text: "Yes." });
    await page.goto("/contacts");
    const anas = page.getByRole("rowgroup").filter({ hasText: ana.email });
    await expect(anas.getByRole("row")).toHaveCount(2);
    await expect(anas.getByRole("row").filter({ hasText: circle.title })).toContainText(
      "Completed",
    );
    await expect(anas.getByRole("row").filter({ hasText: "A song" })).toContainText("Pending");
    await expect(page.getByText("Zoe")).toHaveCount(0);
    await expect(page.getByRole("rowgroup")).toHaveCount(3);

    const filter = page.getByRole("combobox", { name: "Filter by label" });
    await expect(filter.getByRole("option")).toHaveText(["All contacts"]);
    const label = page.getByRole("combobox", { name: "Label for Ana" });
    await expect(label.getByRole("option")).toHaveText([
      "Add label",
      "Personal",
      "Work",
      "Family",
      "Mentor",
      "Friend",
    ]);
    await label.selectOption("Mentor");
    await expect(notification(page, "Label updated")).toBeVisible();
    await expect(notification(page, "Contact label has been updated successfully.")).toBeVisible();
    await page.reload();
    await expect(label).toHaveValue("mentor");
    await expect(filter.getByRole("option")).toHaveText(["All contacts", "Mentor"]);

    await filter.selectOption("Mentor");
    await expect(page.getByText(ben.email)).toHaveCount(0);
    await label.selectOption("No label");
    await expect(page.getByText("No one with this label.")).toBeVisible();
    await expect(filter).toBeFocused();
    await page.getByRole("button", { name: "Show all contacts" }).click();
    await expect(page.getByText(ben.email)).toBeVisible();

    const search = page.getByRole("searchbox");
    await search.fill("song");
    await expect(page.getByText(ana.email)).toBeVisible();
    await expect(page.getByText(ben.email)).toHaveCount(0);
    await search.fill("nobody of that name");
    await expect(page.getByText("No one found.")).toBeVisible();
    await page.getByRole("button", { name: "Show all contacts" }).click();
    await expect(search).toBeFocused();
    await expect(page.getByRole("rowgroup")).toHaveCount(3);
  });

  test("keep the old label when a new one is refused", async ({ openAs, api, allow }) => {
    allow(/status of 503/);
    const owner = await api.signUp();
    await api.create(owner, { people: ["Ana"] });
    const page = await openAs(owner, phone);
    await page.goto("/contacts");
    const label = page.getByRole("combobox", { name: "Label for Ana" });
    await label.selectOption("Work");
    await expect(notification(page, "Label updated")).toBeVisible();
    await failCalls(page, "**/api/invites/*", { message: "Please try again." });
    await label.selectOption("Friend");
    await expect(notification(page, "Error")).toBeVisible();
    await expect(notification(page, "Please try again.")).toBeVisible();
    await expect(label).toHaveValue("work");
  });

  test("are exported to a file for spreadsheets", async ({ openOwner }) => {
    const { people, page } = await openOwner({ people: ["Ana"], title: "=1+1" });
    await page.goto("/contacts");
    const exportAs = async (name: string) => {
      await page.getByRole("button", { name: "Export" }).click();
      return download(page, page.getByRole("menuitem", { name }));
    };
    const sheet = await exportAs("Spreadsheet (XLSX)");
    expect(sheet.name).toMatch(/^paraline-contacts-\d{4}-\d\d-\d\d\.xlsx$/);
    expect(sheet.bytes.subarray(0, 2).toString()).toBe("PK");
    const table = await exportAs("Plain table (CSV)");
    expect(table.name).toMatch(/^paraline-contacts-\d{4}-\d\d-\d\d\.csv$/);
    const text = table.bytes.toString();
    expect(text).toContain(people[0].email);
    expect(text).toContain("'=1+1");
  });
});

test.describe("the history", () => {
  test("lists what is not active, with the day it closed", async ({ openAs, api }) => {
    const owner = await api.signUp();
    await api.create(owner, { title: "Still open", people: ["Ana"] });
    const { circle, people } = await api.create(owner, { title: "Over", people: ["Ben"] });
    await api.answer({ circle, person: people[0], text: "Yes." });
    await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
    const page = await openAs(owner);
    await page.goto("/history");
    const row = page.getByRole("listitem").filter({ hasText: "Over" });
    await expect(row).toContainText("1 response");
    await expect(row).toContainText(/Completed: [A-Z][a-z]{2} \d\d, \d{4}/);
    await expect(page.getByText("Still open")).toHaveCount(0);
    await row.getByRole("link", { name: "View Results, Over" }).click();
    await expect(page).toHaveURL(`/results?circle=${circle.id}`);
  });
});
