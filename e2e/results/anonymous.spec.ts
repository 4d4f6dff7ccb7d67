import type { Page } from "@playwright/test";
import type { Circle } from "#contract/circles/circles.ts";
import {
  expect,
  notification,
  phone,
  submitReflections,
  test,
  toLastQuestion,
} from "../testing/fixtures.ts";
import type { Api, Owner } from "../testing/owners.ts";

test.describe("an anonymous paraline", () => {
  test("shows its owner nothing until it closes, and then all answers without names, for good", async ({
    openOwner,
    openBrowser,
    api,
  }) => {
    const { owner, circle, people, page } = await openOwner({ is_anonymous: true });
    const [ana, ben, cleo] = people;

    const untouched = await readOwnerViews(page, api, owner, circle);
    for (const screen of untouched.screens.slice(0, 3)) {
      expect(screen).toContain("Sealed until you close it");
    }
    expect(untouched.screens.join("\n")).not.toMatch(/Completed|Pending/);

    for (const person of [ana, ben]) {
      await test.step(`${person.name} answers, and the owner sees no sign of it`, async () => {
        await api.answer({ circle, person, text: `${person.name} thinks so.` });
        expect(await readOwnerViews(page, api, owner, circle)).toEqual(untouched);
      });
    }

    await test.step("Cleo answers by hand and reads what anonymous means", async () => {
      const theirs = await openBrowser(phone);
      await theirs.goto(cleo.link);
      await expect(theirs).toHaveURL("/feedback");
      await theirs.getByText(/without names, sealed until/).click();
      await expect(theirs.getByText(/What could still give you away/)).toBeVisible();
      await expect(theirs.getByText(/could answer too, and knows those answers/)).toBeVisible();
      await theirs.getByRole("textbox", { name: "most alive" }).fill("Cleo thinks so.");
      await toLastQuestion(theirs);
      await submitReflections(theirs);
      await expect(theirs.getByText("perspectives")).toHaveCount(0);
    });
    expect(await readOwnerViews(page, api, owner, circle)).toEqual(untouched);

    await test.step("the owner closes it, which is final", async () => {
      await page.goto("/circles");
      await page.getByRole("button", { name: /^More, / }).click();
      await page.getByRole("menuitem", { name: "Close" }).click();
      const dialog = page.getByRole("dialog", { name: "Close this paraline?" });
      await expect(dialog.getByText(/This is final/)).toBeVisible();
      await dialog.getByRole("button", { name: "Close paraline" }).click();
      await expect(notification(page, "Paraline closed")).toBeVisible();
      await page.getByRole("button", { name: /^More, / }).click();
      await expect(page.getByRole("menuitem", { name: "Reopen" })).toHaveCount(0);
      await page.keyboard.press("Escape");
    });

    await page.goto("/circles");
    await expect(page.getByText("3/3 perspectives")).toBeVisible();
    await page.goto(`/share?circle=${circle.id}`);
    await expect(page.getByText("3 of 3 perspectives received")).toBeVisible();
    await expect(page.getByText("Invited", { exact: true })).toHaveCount(3);
    await page.goto(`/results?circle=${circle.id}`);
    await expect(page.getByRole("article")).toHaveCount(3);
    for (const number of [1, 2, 3]) {
      await expect(
        page.getByRole("heading", { name: `Perspective ${number}`, exact: true }),
      ).toBeVisible();
    }
    for (const { name } of people) {
      await expect(page.getByRole("article").filter({ hasText: `${name} thinks so.` })).toHaveCount(
        1,
      );
    }
  });
});

/** Every screen of an owner that a new answer could change, and every API response for them. */
async function readOwnerViews(page: Page, api: Api, owner: Owner, circle: Circle) {
  const screens: string[] = [];
  for (const [address, settled] of [
    ["/circles", page.getByRole("listitem").filter({ hasText: circle.title })],
    [`/share?circle=${circle.id}`, page.getByText("Cleo")],
    [`/results?circle=${circle.id}`, page.getByRole("link", { name: "Share your Paraline" })],
    ["/contacts", page.getByText("Cleo")],
  ] as const) {
    await page.goto(address);
    await expect(settled.first()).toBeVisible();
    screens.push(await page.getByRole("main").ariaSnapshot());
  }
  const answers: string[] = [];
  for (const path of ["", "/invites", "/feedback"]) {
    answers.push((await api.read(owner, "GET", `/api/circles/${circle.id}${path}`)).text);
  }
  for (const path of ["/api/circles", "/api/invites"]) {
    answers.push((await api.read(owner, "GET", path)).text);
  }
  return { screens, answers };
}
