import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { closeCircle, readCircle, updateCircle } from "#contract/circles/circles.ts";
import { dayAhead } from "../testing/days.ts";
import { expect, failCalls, notification, test } from "../testing/fixtures.ts";
import type { Api, Owner } from "../testing/owners.ts";

test.describe("changing a paraline", () => {
  test("goes through its steps and back, keeps what was not changed and returns to the paralines", async ({
    openOwner,
    api,
  }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"], deadline: dayAhead.value });
    await page.goto("/circles");
    await page.getByRole("link", { name: `Edit, ${circle.title}` }).click();
    await expect(page).toHaveURL(new RegExp(`/create\\?edit=${circle.id}`));
    await expect(page.getByRole("heading", { name: "Edit Paraline", level: 1 })).toBeFocused();
    await expect(page.getByText("Step 1 of 4")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(circle.title);
    await page.getByRole("textbox", { name: "Title" }).fill("The bakery, once more");
    await next(page);

    await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeFocused();
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
    await expect(page.getByText(/already answered/)).toBeHidden();
    await page.getByRole("button", { name: "Move question 3 up" }).click();
    await page.getByRole("button", { name: "Delete question 1" }).click();
    await page.getByRole("button", { name: "Add another question" }).click();
    await page.getByRole("textbox", { name: "Question 3" }).fill("What else?");
    await next(page);

    await expect(page.getByText("Step 4 of 4")).toBeVisible();
    await expect(page.getByRole("radio", { name: /Anonymous/ })).toBeHidden();
    await expect(page.getByLabel("Response deadline")).toHaveValue(dayAhead.value);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
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
    await expect(page.getByText("Step 4 of 4")).toBeVisible();
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

  test("one that has closed in the meantime keeps its deadline", async ({ openOwner, api }) => {
    const { owner, circle, page } = await openOwner({ people: ["Ana"], deadline: dayAhead.value });
    await page.goto(`/create?edit=${circle.id}`);
    await next(page);
    await next(page);
    // It is closed elsewhere, so the deadline is not changed here, but the rest is.
    await page.getByLabel("Response deadline").fill(dayAhead.value.replace("-03-", "-04-"));
    await api.call<typeof closeCircle>(owner, "POST", `/api/circles/${circle.id}/close`);
    await page.goto(`/create?edit=${circle.id}`);
    await expect(page.getByText("Step 1 of 4")).toBeVisible();
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
