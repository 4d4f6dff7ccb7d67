import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import {
  expect,
  notification,
  passFirstStep,
  phone,
  signedInAs,
  test,
} from "../testing/fixtures.ts";

test.describe("the create wizard", () => {
  test("step 4 previews the email and refuses a day that is past, too far away or incomplete", async ({
    openAs,
    api,
  }) => {
    const page = await openAs(await api.signUp({ name: "" }));
    await toPeople(page);
    await addPeople(page, ["Ana"]);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Most people share within 48 hours")).toBeVisible();
    const preview = page.getByRole("region", { name: "Preview" });
    for (const words of ["The bakery", "A bakery of my own.", "Your honest view."]) {
      await expect(preview.getByText(words)).toBeVisible();
    }
    await expect(
      preview.getByRole("listitem").filter({ hasText: "When have you seen me most alive" }),
    ).toBeVisible();
    await page.getByLabel("Response deadline").fill("2020-01-01");
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(notification(page, "Choose a day that isn't over yet")).toBeVisible();
    await expect(page.getByLabel("Response deadline")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Step 4 of 4")).toBeVisible();
    const deadline = page.getByLabel("Response deadline");
    for (const day of ["9999-12-31", "20266-12-31"]) {
      await deadline.fill(day);
      await page.getByRole("button", { name: "Create Paraline" }).click();
      await expect(page.getByText("Choose a day within the next 5 years").first()).toBeVisible();
      await expect(deadline).toBeFocused();
    }
    await deadline.fill("");
    await deadline.pressSequentially("1231");
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(deadline).toBeFocused();
    await expect(deadline).toHaveAccessibleDescription(/Enter a complete date, or clear the field/);
    await deadline.fill("");
    await page.getByRole("textbox", { name: "Your name, so that they know" }).fill("Maya Okafor");
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(page.getByRole("heading", { name: "Your Paraline is live" })).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByRole("textbox", { name: "Full Name" })).toHaveValue("Maya Okafor");
  });

  test("the browser's Back button leads through the steps, and from the created paraline to where the owner came from", async ({
    openAs,
  }) => {
    const page = await openAs();
    await page.goto("/circles");
    await page.getByRole("link", { name: "New Paraline" }).first().click();
    await toPeople(page, { open: false });
    await page.goBack();
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("The bakery");
    await page.goForward();
    await page.getByRole("button", { name: "Continue" }).click();
    await addPeople(page, ["Ana"]);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(page.getByRole("heading", { name: "Your Paraline is live" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/circles");
  });

  test("a cover is uploaded, shown and removed; a file that is not a picture is refused", async ({
    openAs,
  }) => {
    const page = await openAs();
    await page.goto("/create");
    const input = page.getByLabel("Cover image");
    await input.setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no picture"),
    });
    await expect(
      page.getByText("Please choose a JPEG, PNG, WebP, AVIF or GIF image.").first(),
    ).toBeVisible();
    const picture = await sharp({
      create: { width: 900, height: 500, channels: 3, background: "#c58b5a" },
    })
      .png()
      .toBuffer();
    const file = { name: "loaf.png", mimeType: "image/png", buffer: picture };
    const preview = page.getByRole("img", { name: "Your cover" });
    await input.setInputFiles(file);
    await expect(preview).toBeVisible();
    await expect.poll(() => readNaturalWidth(preview)).toBe(900);
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(preview).toBeHidden();
    await input.setInputFiles(file);
    await expect(preview).toBeVisible();

    await toPeople(page, { open: false });
    await addPeople(page, ["Ana"]);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(page.getByRole("heading", { name: "Your Paraline is live" })).toBeVisible();
    await page.goto("/circles");
    const cover = page.getByRole("listitem").filter({ hasText: "The bakery" }).locator("img");
    await expect.poll(() => readNaturalWidth(cover)).toBe(900);
  });
});

for (const viewport of [
  { width: 390, height: 664 },
  { width: 320, height: 568 },
]) {
  test(`at ${viewport.width}x${viewport.height} the wizard's buttons cover none of its content`, async ({
    openAs,
    api,
  }) => {
    const page = await openAs(await api.signUp(), { viewport });
    await toPeople(page);
    await expectReachable(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Ana");
    await page.getByRole("textbox", { name: "Email" }).fill("ana@example.com");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText("1 person will be invited")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
    await expectReachable(page);
  });
}

test("the message about an added person covers neither the heading, the next field nor Continue on a phone", async ({
  openBrowser,
  api,
  baseURL,
}) => {
  const page = await openBrowser({ ...phone, ...signedInAs(await api.signUp(), baseURL) });
  await page.clock.install();
  await toPeople(page);
  for (const viewport of [
    { width: 390, height: 664 },
    { width: 320, height: 568 },
  ]) {
    const name = `Ana${viewport.width}`;
    await page.setViewportSize(viewport);
    await page.getByRole("textbox", { name: "First name" }).fill(name);
    await page.getByRole("textbox", { name: "Email" }).fill(`${name}@example.com`);
    // From now on nothing disappears on its own.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const toast = page.locator(".toast").filter({ hasText: `${name} added!` });
    await expect(toast).toBeVisible();
    await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
    for (const kept of [
      page.getByRole("textbox", { name: "First name" }),
      page.getByRole("button", { name: "Continue" }),
      page.getByRole("heading", { name: "Invitees" }),
    ]) {
      await kept.scrollIntoViewIfNeeded();
      // The toast moves with the next frame.
      await page.clock.runFor(100);
      const [one, other] = [await toast.boundingBox(), await kept.boundingBox()];
      if (!one || !other) throw new Error("nothing to compare");
      expect(one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
    }
    await page.clock.resume();
  }
});

/** Checks that, at any scroll position, a click at a control's centre hits that control. */
async function expectReachable(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>("form :is(button, input, textarea)");
    const isCovered = (control: HTMLElement, block: ScrollLogicalPosition) => {
      control.scrollIntoView({ block, behavior: "instant" });
      const { x, y, width, height } = control.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      // The page's own bar stays at the top.
      return (
        top !== null && !control.contains(top) && !top.contains(control) && !top.closest("header")
      );
    };
    return [...controls]
      .filter((control) => control.checkVisibility())
      .filter((control) => isCovered(control, "end") || isCovered(control, "center"))
      .map((control) => control.outerHTML);
  });
  expect(covered).toEqual([]);
}

async function toPeople(page: Page, { open = true } = {}): Promise<void> {
  if (open) await page.goto("/create");
  await passFirstStep(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
}

async function addPeople(page: Page, names: string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole("textbox", { name: "First name" }).fill(name);
    await page.getByRole("textbox", { name: "Email" }).fill(`${name.toLowerCase()}@example.com`);
    await page.getByRole("textbox", { name: "Email" }).press("Enter");
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
}

function readNaturalWidth(image: Locator): Promise<number> {
  return image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
}
