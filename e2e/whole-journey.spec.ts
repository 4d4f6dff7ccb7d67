import type { Page } from "@playwright/test";
import { dayMs } from "#contract/values/durations.ts";
import { expect, notification, phone, submitReflections, test } from "./testing/fixtures.ts";
import { newAddress } from "./testing/owners.ts";

// As in a new clone: an empty folder, the embedded database, and every transition.
test.use({ settings: { DATABASE_URL: "" }, contextOptions: { reducedMotion: "no-preference" } });

const title = "Should I leave the ward for the bakery?";
const people = [
  { first: "Ana", last: "Lima", email: newAddress("ana") },
  { first: "Ben", last: "", email: newAddress("ben") },
  { first: "Cleo", last: "Marsh", email: newAddress("cleo") },
];

test("a new owner creates a paraline, three people answer on their phones, and the owner reads the answers", async ({
  page,
  openBrowser,
}) => {
  test.slow();
  await test.step("from the landing page to an account", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Start your first paraline" }).first().click();
    await page.getByRole("textbox", { name: "Email" }).fill(newAddress("maya"));
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL("/circles");
    await expect(notification(page, "Account created!")).toBeVisible();
    await expect(page.getByText("You haven't created any paralines yet.")).toBeVisible();
  });

  await test.step("through the wizard", async () => {
    await page.getByRole("link", { name: "New Paraline" }).click();
    await expect(page.getByText("Step 1 of 4")).toBeVisible();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page
      .getByRole("textbox", { name: "What I'm exploring" })
      .fill("Twelve years of night shifts, and a lease that is free in May.");
    await page
      .getByRole("textbox", { name: "What I'm asking from you" })
      .fill("Tell me what you have seen in me.");
    await page.getByRole("button", { name: "Continue" }).click();

    await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeVisible();
    await page.getByRole("radio", { name: /^Career Move/ }).check();
    await expect(page.getByText("Questions (6/8)")).toBeVisible();
    for (const position of [6, 5, 4]) {
      await page.getByRole("button", { name: `Delete question ${position}` }).click();
    }
    await page.getByRole("button", { name: "Delete question 3" }).click();
    await page.getByRole("button", { name: "Add another question" }).click();
    await expect(page.getByText("Questions (3/8)")).toBeVisible();
    await page.getByRole("textbox", { name: "Question 3", exact: true }).fill("What should I do?");
    await page.getByLabel("How question 3 is answered").selectOption("Choice");
    await expect(page.getByText("Question 3: A choice needs 2 to 8 options.")).toBeVisible();
    await page.getByRole("textbox", { name: "Option 1 of question 3" }).fill("Take the bakery");
    await page.getByRole("textbox", { name: "Option 2 of question 3" }).fill("Stay on the ward");
    await page.getByRole("button", { name: "Continue" }).click();

    for (const { first, last, email } of people) {
      await page.getByRole("textbox", { name: "First name" }).fill(first);
      await page.getByRole("textbox", { name: "Last name" }).fill(last);
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(notification(page, `${`${first} ${last}`.trim()} added!`)).toBeVisible();
    }
    await expect(page.getByText("3 people will be invited")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByLabel("Response deadline").fill(dayFromNow(14));
    await page.getByRole("textbox", { name: "Your name, so that they know" }).fill("Maya Okafor");
    await page.getByRole("button", { name: "Create Paraline" }).click();
  });

  await test.step("to the people it was sent to", async () => {
    await expect(page.getByRole("heading", { name: "Your Paraline is live" })).toBeVisible();
    await expect(page).toHaveURL(/\/share\?circle=/);
    await expect(notification(page, "Paraline created successfully!")).toBeVisible();
    await expect(page.getByText("0 of 3 perspectives received")).toBeVisible();
    for (const { first, last } of people) {
      const name = `${first} ${last}`.trim();
      await expect(page.getByRole("button", { name: `Resend invite to ${name}` })).toBeVisible();
    }
  });

  for (const [index, person] of people.entries()) {
    await test.step(`${person.first} answers`, async () => {
      const theirs = await openBrowser(phone);
      await openEmail(theirs, person.email);
      await answerEverything(theirs, person.first);
      await expect(theirs.getByText("on their way to Maya Okafor")).toBeVisible();
      await expect(theirs.getByText(`${index + 1} of 3`)).toBeVisible();
    });
  }

  await test.step("and back to the owner, who reads", async () => {
    await page.reload();
    await expect(page.getByText("3 of 3 perspectives received")).toBeVisible();
    await expect(page.getByText("Completed", { exact: true })).toHaveCount(3);
    await page.getByRole("main").getByRole("link", { name: "View Results" }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText("3 perspectives")).toBeVisible();
    await expect(page.getByText("3 invited")).toBeVisible();
    await page.getByRole("button", { name: "Skip" }).click();
    for (const [index, { first }] of people.entries()) {
      const perspective = page.getByRole("article", {
        name: `Perspective ${index + 1}, ${first}`,
      });
      await expect(perspective.getByText(`${first} has seen you at your best.`)).toBeVisible();
      await expect(perspective.getByText("How well does this opportunity fit me?")).toBeVisible();
    }
    const glance = page.getByRole("complementary", { name: "Answers at a glance" });
    await expect(glance.getByRole("listitem").filter({ hasText: "Stay on the ward" })).toHaveText(
      "Stay on the ward3 people",
    );
    await page.getByRole("tab", { name: "Encouragement" }).click();
    await expect(page.getByText("Ana believes in you.")).toBeVisible();
    await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByText("3/3 perspectives")).toBeVisible();
  });
});

/** Opens an email like someone who runs the product on their own machine: from the outbox, with the email's button. */
async function openEmail(page: Page, email: string): Promise<void> {
  const mail = page.getByRole("listitem").filter({ hasText: email });
  await expect(async () => {
    await page.goto("/outbox");
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.getByRole("link").click();
  await page.frameLocator("iframe").getByRole("link", { name: "Share your perspective" }).click();
  await expect(page).toHaveURL("/feedback");
}

async function answerEverything(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page
    .getByRole("textbox", { name: "What do you see me doing at my best at work?" })
    .fill(`${name} has seen you at your best.`);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await page.getByRole("radio", { name: "4" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  const choice = page.getByRole("group", { name: "What should I do?" });
  await choice.getByRole("radio", { name: "Take the bakery" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(choice.getByRole("radio", { name: "Stay on the ward" })).toBeChecked();
  await page
    .getByRole("textbox", { name: "Leave an encouragement note" })
    .fill(`${name} believes in you.`);
  await submitReflections(page);
  await expect(page).toHaveURL("/thank-you");
  await expect(notification(page, "Feedback submitted successfully!")).toBeVisible();
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}
