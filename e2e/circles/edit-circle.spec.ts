import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { closeCircle, readCircle, updateCircle } from "#contract/circles/circles.ts";
import { dayAhead } from "../testing/days.ts";
import {
  desktop,
  expect,
  expectNoJump,
  failCalls,
  notification,
  phone,
  test,
} from "../testing/fixtures.ts";
import type { Api, Owner } from "../testing/owners.ts";

test.describe("changing a paraline", () => {
  test("goes through its steps and back, keeps what was not changed and returns to the paralines", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"], deadline: dayAhead.value });
    await page.goto("/circles");
    await page.getByRole("link", { name: `Edit, ${circle.title}` }).click();
    await expect(page).toHaveURL(`/create?edit=${circle.id}`);
    await expect(page.getByRole("heading", { name: "Edit Paraline", level: 1 })).toBeFocused();
    await expect(page.getByText("Step 1 of 3")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(circle.title);
    await page.getByRole("textbox", { name: "Title" }).fill("The bakery, once more");
    await next(page);

    await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeFocused();
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await expect(page.getByText(/already answered/)).toBeHidden();
    await page.getByRole("button", { name: "Move question 3 up" }).click();
    await page.getByRole("button", { name: "Delete question 1" }).click();
    await page.getByRole("button", { name: "Add another question" }).click();
    await next(page);
    await expect(notification(page, "Please fill in all questions")).toBeVisible();
    await page.getByRole("textbox", { name: "Question 3" }).fill("What else?");
    await next(page);

    await expect(page.getByText("Step 3 of 3")).toBeVisible();
    await expect(page.getByRole("radio", { name: /Anonymous/ })).toBeHidden();
    await expect(page.getByLabel("Response deadline")).toHaveValue(dayAhead.value);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await next(page);
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(notification(page, "Paraline updated successfully!")).toBeVisible();
    await expect(page).toHaveURL("/circles");
    await expect(page.getByRole("heading", { name: "The bakery, once more" })).toBeVisible();

    const stored = await read(api, owner, circle.id);
    expect(stored.questions.map(({ id, label }) => [id, label])).toEqual([
      [3, "What would you do in my place?"],
      [2, "How well does this fit me?"],
      [4, "What else?"],
    ]);
    expect(stored).toMatchObject({ deadline: dayAhead.value, description: circle.description });
    expect(await kept(page)).toEqual([]);
  });

  test("loads in its final layout: nothing jumps", async ({ openAs, api }) => {
    const owner = await api.signUp();
    const { circle } = await api.create(owner, { people: ["Ana"] });
    for (const size of [phone, desktop]) {
      const page = await openAs(owner, size);
      await expectNoJump(page, `/create?edit=${circle.id}`, {
        call: `**/api/circles/${circle.id}`,
        part: page.locator(".progress"),
        loaded: page.getByRole("textbox", { name: "Title" }),
      });
    }
  });

  test("warns once there are answers, which keep the questions as they were asked", async ({
    openOwner,
    api,
  }) => {
    const { circle, people, page } = await openOwner({ people: ["Ana"] });
    await api.answer({ circle, person: people[0], text: "At the stove." });
    await page.goto(`/create?edit=${circle.id}`);
    await next(page);
    await expect(page.getByText(/^1 person has already answered\./)).toBeVisible();
    await page.getByRole("button", { name: "Delete question 1" }).click();
    await next(page);
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(notification(page, "Paraline updated successfully!")).toBeVisible();
    await page.goto(`/results?circle=${circle.id}`);
    await expect(page.getByText("When have you seen me most alive?")).toBeVisible();
  });

  test("an anonymous one whose invitations were sent shows its questions as fixed, and the rest can be changed", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ is_anonymous: true });
    await page.goto(`/create?edit=${circle.id}`);
    await page.getByRole("textbox", { name: "Title" }).fill("The bakery, anonymously");
    await next(page);
    await expect(
      page
        .getByRole("note")
        .filter({ hasText: "the questions of this anonymous paraline can't change" }),
    ).toBeVisible();
    await expect(page.getByText("When have you seen me most alive?")).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await next(page);
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(notification(page, "Paraline updated successfully!")).toBeVisible();
    expect((await read(api, owner, circle.id)).title).toBe("The bakery, anonymously");
  });

  test("an unsaved edit is kept through a reload, separate from a paraline that is being created", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"] });
    const other = await api.create(owner, { title: "Another", people: ["Ben"] });
    await page.goto("/create");
    await page.getByRole("textbox", { name: "Title" }).fill("A new one");
    await page.goto(`/create?edit=${circle.id}`);
    await page.getByRole("textbox", { name: "Title" }).fill("Changed");
    await page.reload();
    await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Changed");
    await page.goto(`/create?edit=${other.circle.id}`);
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Another");
    await page.goto("/create");
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("A new one");
    await page.goto(`/create?edit=${circle.id}`);
    await page.getByRole("button", { name: "Discard my changes" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(circle.title);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(circle.title);
    await expect(page.getByText("We restored your unsaved changes.")).toBeHidden();
  });

  test("a failure loses no text, and a change made elsewhere is not overwritten without asking", async ({
    openOwner,
    api,
    allow,
  }) => {
    allow(/status of 500/);
    const { owner, circle, page } = await openOwner({ people: ["Ana"] });
    await page.goto(`/create?edit=${circle.id}`);
    await page.getByRole("textbox", { name: "Title" }).fill("My title");
    await next(page);
    await next(page);
    const failure = { method: "PUT", status: 500 };
    const repair = await failCalls(page, `**/api/circles/${circle.id}`, failure);
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(notification(page, "Failed to update paraline")).toBeVisible();
    await expect(page.getByText("Step 3 of 3")).toBeVisible();
    await repair();

    const { title, ...rest } = await read(api, owner, circle.id);
    expect(title).toBe(circle.title);
    await api.call<typeof updateCircle>(owner, "PUT", `/api/circles/${circle.id}`, {
      ...rest,
      title: "Their title",
      description: "Their description.",
    });
    await page.getByRole("button", { name: "Update Paraline" }).click();
    const dialog = page.getByRole("dialog", { name: "Edited in another tab" });
    await expect(dialog.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await expect(dialog.getByText(/Changed in another tab.*: the title\./)).toBeVisible();
    await page.keyboard.press("Escape");
    expect((await read(api, owner, circle.id)).title).toBe("Their title");
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await expect(notification(page, "Paraline updated successfully!")).toBeVisible();
    expect(await read(api, owner, circle.id)).toMatchObject({
      title: "My title",
      description: "Their description.",
    });
  });

  test("a day that is over is refused when it is set; one that has closed keeps its own", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"], deadline: dayAhead.value });
    await page.goto(`/create?edit=${circle.id}`);
    await next(page);
    await next(page);
    await page.getByLabel("Response deadline").fill("2024-01-31");
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(notification(page, "Choose a day that isn't over yet")).toBeVisible();
    await expect(page.getByLabel("Response deadline")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Response deadline").fill("");
    await page.getByLabel("Response deadline").pressSequentially("1231");
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(page.getByLabel("Response deadline")).toBeFocused();
    await expect(page.getByLabel("Response deadline")).toHaveAccessibleDescription(
      /Enter a complete date, or clear the field/,
    );

    // It was closed elsewhere in the meantime, so the deadline is not changed here, but the rest is.
    await page.getByLabel("Response deadline").fill(dayAhead.value.replace("-03-", "-04-"));
    await api.call<typeof closeCircle>(owner, "POST", `/api/circles/${circle.id}/close`);
    await page.goto(`/create?edit=${circle.id}`);
    await expect(page.getByText("Step 1 of 3")).toBeVisible();
    await page.getByRole("textbox", { name: "Title" }).fill("Looking back");
    await next(page);
    await next(page);
    await expect(page.getByText(dayAhead.short).first()).toBeVisible();
    await expect(page.getByText("Reopen it to set a new deadline.")).toBeVisible();
    await page.getByRole("button", { name: "Update Paraline" }).click();
    await expect(notification(page, "Paraline updated successfully!")).toBeVisible();
    expect(await read(api, owner, circle.id)).toMatchObject({
      title: "Looking back",
      status: "completed",
      deadline: dayAhead.value,
    });
  });

  test("the cover is added, replaced and removed", async ({ openOwner, api }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"] });
    const covers: (string | null)[] = [];
    for (const background of ["#24457a", "#b0405a", undefined]) {
      await page.goto(`/create?edit=${circle.id}`);
      if (background === undefined) {
        await page.getByRole("button", { name: "Remove" }).click();
      } else {
        const image = sharp({ create: { width: 280, height: 100, channels: 3, background } });
        await page.locator("input[type=file]").setInputFiles({
          name: "cover.png",
          mimeType: "image/png",
          buffer: await image.png().toBuffer(),
        });
        await expect(page.getByText("Cover image added")).toBeAttached();
      }
      await next(page);
      await next(page);
      await page.getByRole("button", { name: "Update Paraline" }).click();
      await expect(notification(page, "Paraline updated successfully!")).toBeVisible();
      covers.push((await read(api, owner, circle.id)).cover_image_url);
    }
    expect(covers[0]).toBeTruthy();
    expect(covers[1]).toBeTruthy();
    expect(covers[1]).not.toBe(covers[0]);
    expect(covers[2]).toBeNull();
  });

  test("somebody else's paraline and a malformed address are not found, and can be tried again", async ({
    openAs,
    api,
    allow,
  }) => {
    allow(/status of 404/);
    const { circle } = await api.create(await api.signUp(), { people: ["Ana"] });
    const page = await openAs();
    for (const id of [circle.id, "nobodys"]) {
      await page.goto(`/create?edit=${id}`);
      await expect(notification(page, "Failed to load paraline")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Edit Paraline" })).toBeVisible();
      await expect(page.getByRole("main").getByText("Failed to load paraline")).toBeVisible();
      await expect(page.getByText(circle.title)).toBeHidden();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("main").getByText("Failed to load paraline")).toBeVisible();
    }
  });
});

async function next(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).click();
}

async function read(api: Api, owner: Owner, id: string) {
  const { circle } = await api.call<typeof readCircle>(owner, "GET", `/api/circles/${id}`);
  return circle;
}

const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /draft|edit/.test(key)));
