import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { questionTemplates } from "#contract/circles/questions.ts";
import {
  expect,
  failCalls,
  notification,
  phone,
  signedInAs,
  signIn,
  test,
} from "../testing/fixtures.ts";

test.describe("the create wizard", () => {
  test("step 1 requires a title, what is explored and what is asked, and names what is missing", async ({
    openAs,
  }) => {
    const page = await openAs();
    await page.goto("/create");
    await expect(page.getByText("Step 1 of 4")).toBeVisible();
    await expect(page.getByRole("heading", { name: "What are you exploring?" })).toBeVisible();
    const next = page.getByRole("button", { name: "Continue" });
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await expect(next).toHaveAccessibleDescription(
      "To continue, add a title, what you are exploring, and what you are asking.",
    );
    await next.click({ force: true });
    await expect(page.getByText("Step 1 of 4")).toBeVisible();

    await page.getByRole("textbox", { name: "Title" }).fill("   ");
    await page.getByRole("textbox", { name: "What I'm exploring" }).fill("A bakery.");
    await page.getByRole("textbox", { name: "What I'm asking from you" }).fill("Your view.");
    await expect(page.getByText("To continue, add a title.")).toBeVisible();
    await page.getByRole("textbox", { name: "Title" }).fill("t".repeat(201));
    await expect(page.getByText("This may have at most 200 characters.")).toBeVisible();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("textbox", { name: "Title" }).fill("The bakery");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("The bakery");
  });

  test("each template brings its questions; replacing edited ones asks first", async ({
    openAs,
  }) => {
    const page = await openAs();
    await toQuestions(page);
    await expect(page.getByRole("radio", { name: /^Life Decision/ })).toBeChecked();
    for (const { name, questions } of questionTemplates) {
      await page.getByRole("radio", { name: new RegExp(`^${name.replace("?", "\\?")}`) }).check();
      await expect(page.getByText(`Questions (${questions.length}/8)`)).toBeVisible();
      for (const [index, { label, type }] of questions.entries()) {
        await expect(question(page, index + 1)).toHaveValue(label);
        await expect(
          page.getByRole("combobox", { name: `How question ${index + 1} is answered` }),
        ).toHaveValue(type);
      }
    }

    await question(page, 1).fill("My own question?");
    const career = page.getByRole("radio", { name: /^Career Move/ });
    await career.check({ force: true }).catch(() => {});
    const dialog = page.getByRole("dialog", { name: "Replace your questions?" });
    await expect(dialog.getByRole("button", { name: "Keep mine" })).toBeFocused();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await expect(question(page, 1)).toHaveValue("My own question?");
    await career.click();
    await dialog.getByRole("button", { name: "Replace" }).click();
    await expect(question(page, 1)).toHaveValue("What do you see me doing at my best at work?");
  });

  test("questions: at most 8, at least 1, none empty", async ({ openAs }) => {
    const page = await openAs();
    await toQuestions(page);
    const add = page.getByRole("button", { name: "Add another question" });
    await add.click();
    await add.click();
    await expect(page.getByText("Questions (8/8)")).toBeVisible();
    await add.click();
    await expect(notification(page, "Maximum 8 questions allowed")).toBeVisible();
    await expect(page.getByText("Questions (8/8)")).toBeVisible();

    await page.getByRole("button", { name: "Continue" }).click();
    await expect(notification(page, "Please fill in all questions")).toBeVisible();
    await expect(question(page, 7)).toBeFocused();
    await expect(question(page, 7)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Step 2 of 4")).toBeVisible();

    for (let position = 8; position > 1; position--) {
      await page.getByRole("button", { name: `Delete question ${position}` }).click();
    }
    await expect(page.getByText("Questions (1/8)")).toBeVisible();
    await page.getByRole("button", { name: "Delete question 1" }).click();
    await expect(notification(page, "At least one question is required")).toBeVisible();
    await expect(question(page, 1)).toHaveValue("When have you seen me most alive in what I do?");
  });

  test("questions are moved with the keyboard, and the focus moves with them", async ({
    openAs,
  }) => {
    const page = await openAs();
    await toQuestions(page);
    const wording = await question(page, 3).inputValue();
    await page.getByRole("button", { name: "Move question 3 up" }).focus();
    await page.keyboard.press("Enter");
    await expect(question(page, 2)).toHaveValue(wording);
    await expect(page.getByRole("button", { name: "Move question 2 up" })).toBeFocused();
    await expect(page.getByText("Moved to position 2")).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(question(page, 1)).toHaveValue(wording);
    await expect(page.getByRole("button", { name: "Move question 1 up" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Move question 1 up" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByRole("button", { name: "Move question 1 down" }).click();
    await expect(page.getByRole("button", { name: "Move question 2 down" })).toBeFocused();
    await page.getByRole("button", { name: "Delete question 2" }).click();
    await expect(page.getByRole("button", { name: "Delete question 2" })).toBeFocused();
  });

  test("people: each rule has its sentence", async ({ openAs, api }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    await toPeople(page);
    const add = page.getByRole("button", { name: "Add", exact: true });
    const first = page.getByRole("textbox", { name: "First name" });
    const last = page.getByRole("textbox", { name: "Last name" });
    const email = page.getByRole("textbox", { name: "Email" });
    await expect(page.getByText("Add at least one person to invite")).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );

    await add.click();
    await expect(notification(page, "Please enter an email address")).toBeVisible();
    await email.fill("ana@example.com");
    await add.click();
    await expect(notification(page, "Please enter a first name")).toBeVisible();
    await expect(first).toBeFocused();
    await first.fill(" Ana ");
    await last.fill(" Lima ");
    await email.fill("ana@");
    await add.click();
    await expect(notification(page, "Please enter a valid email address")).toBeVisible();
    await email.fill(owner.email.toUpperCase());
    await add.click();
    await expect(notification(page, "You can't invite yourself")).toBeVisible();
    await email.fill(" ana@example.com ");
    await email.press("Enter");
    await expect(notification(page, "Ana Lima added!")).toBeVisible();
    await expect(page.getByText("1 person will be invited")).toBeVisible();
    await expect(first).toBeFocused();
    await expect(email).toHaveValue("");

    await first.fill("Ana");
    await email.fill("ANA@example.com");
    await add.click();
    await expect(notification(page, "This email has already been added")).toBeVisible();
    await page.getByRole("button", { name: "Remove Ana Lima" }).click();
    await expect(notification(page, "Invite removed")).toBeVisible();
    await expect(page.getByText("1 person will be invited")).toBeHidden();
  });

  test("many people are pasted at once, and missing details are asked for", async ({ openAs }) => {
    const page = await openAs();
    await toPeople(page);
    await page.getByRole("button", { name: "Paste several at once" }).click();
    const pasted = page.getByRole("textbox", { name: "Several people" });
    const list =
      "\uFEFFAna Lima <ana@example.com>; Ben <ben@example.com>\nCleo,Marsh,cleo@example.com\ndora.diaz@example.com";
    await pasted.fill(list);
    await page.reload();
    await expect(pasted).toHaveValue(list);
    await page.getByRole("button", { name: "Add these people" }).click();
    await expect(notification(page, "3 people added!")).toBeVisible();
    await expect(page.getByText("Check 1 person before adding")).toBeVisible();
    await expect(
      page.getByRole("textbox", { name: "First name of dora.diaz@example.com" }),
    ).toHaveValue("Dora");
    await expect(page.getByText("Add the people you pasted first")).toBeVisible();
    await page.getByRole("button", { name: "Add 1 person" }).click();
    await expect(page.getByText("4 people will be invited")).toBeVisible();
    await expect(page.getByText("Add the people you pasted first")).toHaveCount(0);
    await expect(page.getByText("Cleo Marsh", { exact: true })).toBeVisible();
  });

  test("anonymous with fewer than three people offers Named with one click, and says why", async ({
    openAs,
  }) => {
    const page = await openAs();
    await toPeople(page);
    await addPeople(page, ["Ana", "Ben"]);
    await page.getByRole("radio", { name: /^Anonymous/ }).check();
    await expect(page.getByText("Anonymous needs at least 3 people.").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByRole("button", { name: "Use Named instead" }).click();
    await expect(page.getByRole("radio", { name: /^Named/ })).toBeChecked();
    await page.getByRole("radio", { name: /^Anonymous/ }).check();
    await addPeople(page, ["Cleo"]);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Step 4 of 4")).toBeVisible();
  });

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

  test("an unfinished one is restored after a reload, for its account only", async ({
    openAs,
    api,
  }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    await toPeople(page);
    await addPeople(page, ["Ana"]);
    await page.getByRole("textbox", { name: "First name" }).fill("Be");
    await page.reload();
    await expect(page.getByText("We restored your draft.")).toBeVisible();
    await expect(page.getByText("Step 3 of 4")).toBeVisible();
    await expect(page.getByText("1 person will be invited")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Be");

    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByText("Step 1 of 4")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");

    await page.getByRole("textbox", { name: "Title" }).fill("Only mine");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/auth");
    const other = await api.signUp();
    await signIn(page, other);
    await expect(page).toHaveURL("/circles");
    await page.goto("/create");
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
  });

  test("an unfinished paraline with texts that are too long is restored completely and shows the errors again", async ({
    openAs,
  }) => {
    const page = await openAs();
    await toPeople(page);
    await addPeople(page, ["Ana"]);
    const longName = "n".repeat(130);
    await page.getByRole("textbox", { name: "First name" }).fill(longName);
    await page.getByRole("button", { name: "Back" }).click();
    const label = "l".repeat(501);
    const caption = "c".repeat(41);
    await question(page, 1).fill(label);
    await page.getByRole("combobox", { name: "How question 1 is answered" }).selectOption("rating");
    await page.getByRole("textbox", { name: "What 1 means in question 1" }).fill(caption);
    await page.getByRole("button", { name: "Back" }).click();
    const title = "t".repeat(201);
    const description = "d".repeat(5001);
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("textbox", { name: "What I'm exploring" }).fill(description);

    await page.reload();
    await expect(page.getByText("We restored your draft.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await expect(page.getByText("This may have at most 200 characters.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "What I'm exploring" })).toHaveValue(
      description,
    );
    await expect(page.getByText("This may have at most 5000 characters.")).toBeVisible();
    await page.getByRole("textbox", { name: "Title" }).fill("The bakery");
    await page.getByRole("textbox", { name: "What I'm exploring" }).fill("A bakery.");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.reload();
    await expect(question(page, 1)).toHaveValue(label);
    await expect(page.getByText("This may have at most 500 characters.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "What 1 means in question 1" })).toHaveValue(
      caption,
    );
    await expect(page.getByText("This may have at most 40 characters.")).toBeVisible();
    await question(page, 1).fill("How well does it fit?");
    await page.getByRole("textbox", { name: "What 1 means in question 1" }).fill("Badly");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.reload();
    await expect(page.getByText("1 person will be invited")).toBeVisible();
    await expect(page.getByText("Ana", { exact: true })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue(longName);
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
    await expect.poll(() => widthOf(preview)).toBe(900);
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
    await expect.poll(() => widthOf(cover)).toBe(900);
  });

  test("a failed creation keeps the wizard, and trying again creates one paraline", async ({
    openAs,
    api,
    allow,
  }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    await toPeople(page);
    await addPeople(page, ["Ana"]);
    await page.getByRole("button", { name: "Continue" }).click();

    allow(/status of 503|ERR_FAILED/);
    const repair = await failCalls(page, "**/api/circles", { method: "POST" });
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(notification(page, "Failed to create paraline")).toBeVisible();
    await expect(page.getByText("Step 4 of 4")).toBeVisible();
    await repair();

    // It is stored, but the response is lost on the way back, so the second click is the same creation.
    await page.route("**/api/circles", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
    });
    const lost = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await lost;
    await expect(page.getByText("Creating...")).toBeHidden();
    await page.unroute("**/api/circles");
    await page.getByRole("button", { name: "Create Paraline" }).click();
    await expect(page.getByRole("heading", { name: "Your Paraline is live" })).toBeVisible();
    await page.goto("/circles");
    await expect(page.getByRole("heading", { name: "The bakery" })).toHaveCount(1);
    await page.goto("/create");
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
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
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByText("Step 2 of 4")).toBeVisible();
    await expectReachable(page);
  });
}

test("the message about an added person covers neither the next field nor Continue on a phone", async ({
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
    // The library shows a toast a moment later.
    await page.clock.runFor(100);
    const toast = page.locator(".toast").filter({ hasText: `${name} added!` });
    await expect(toast).toBeVisible();
    await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
    for (const next of [
      page.getByRole("textbox", { name: "First name" }),
      page.getByRole("button", { name: "Continue" }),
    ]) {
      await next.scrollIntoViewIfNeeded();
      const above = await toast.boundingBox();
      const below = await next.boundingBox();
      if (!above || !below) throw new Error("nothing to compare");
      expect(above.y + above.height).toBeLessThanOrEqual(below.y);
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

function question(page: Page, position: number): Locator {
  return page.getByRole("textbox", { name: `Question ${position}`, exact: true });
}

async function toQuestions(page: Page, { open = true } = {}): Promise<void> {
  if (open) await page.goto("/create");
  await page.getByRole("textbox", { name: "Title" }).fill("The bakery");
  await page.getByRole("textbox", { name: "What I'm exploring" }).fill("A bakery of my own.");
  await page.getByRole("textbox", { name: "What I'm asking from you" }).fill("Your honest view.");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
}

async function toPeople(page: Page, { open = true } = {}): Promise<void> {
  await toQuestions(page, { open });
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

function widthOf(image: Locator): Promise<number> {
  return image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
}
