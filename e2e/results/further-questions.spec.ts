import type { Page } from "@playwright/test";
import {
  desktop,
  expect,
  expectAccessible,
  expectGoodLooks,
  notification,
  phone,
  test,
} from "../testing/fixtures.ts";

const question = "What would you ask the landlord?";
const section = (page: Page) => page.getByRole("region", { name: "Further questions" });
const asked = (page: Page) => page.getByRole("article", { name: question });

/** Writes the question in the dialog. */
async function write(page: Page, answered: "Text" | "1 to 5") {
  await page.getByRole("button", { name: "Ask one more thing" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask a further question" });
  await expect(dialog.getByRole("textbox", { name: "Your question" })).toBeFocused();
  await page.keyboard.type(question);
  await dialog.getByRole("combobox", { name: "How it is answered" }).selectOption(answered);
  await expectAccessible(page, "the dialog that asks");
  await dialog.getByRole("button", { name: "Continue" }).click();
}

test("the owner of an open paraline asks one more thing from the results and reads what comes back below them", async ({
  openOwner,
  openBrowser,
  api,
}) => {
  const { circle, people, page } = await openOwner({ people: ["Ana", "Ben"] }, phone);
  for (const person of people) await api.answer({ circle, person, text: "At the stove." });

  await test.step("what was typed is there again after a reload", async () => {
    await page.goto(`/results?circle=${circle.id}`);
    await expect(section(page).getByText("3 of 3 left")).toBeVisible();
    await write(page, "Text");
    await page.reload();
    await page.getByRole("button", { name: "Ask one more thing" }).click();
    await expect(page.getByRole("textbox", { name: "Your question" })).toHaveValue(question);
    await page.getByRole("button", { name: "Continue" }).click();
  });

  await test.step("it is asked after it was shown as people will read it", async () => {
    const dialog = page.getByRole("dialog", { name: "Ask 2 people?" });
    await expect(dialog.getByText(question)).toBeVisible();
    await expectAccessible(page, "the confirmation");
    await dialog.getByRole("button", { name: "Ask 2 people" }).click();
    await expect(notification(page, "Question asked")).toBeVisible();
    await expect(page.getByRole("heading", { name: question })).toBeFocused();
    await expect(asked(page).getByText("0/2 perspectives")).toBeVisible();
    await expect(section(page).getByText(/is still open/)).toBeVisible();
  });

  for (const [index, person] of people.entries()) {
    await test.step(`${person.name} answers by the same private link`, async () => {
      const theirs = await openBrowser(index === 0 ? desktop : phone);
      await theirs.goto(person.link);
      await theirs.getByRole("link", { name: /has one more question/ }).click();
      await theirs.getByRole("textbox", { name: question }).fill(`Who pays, says ${person.name}.`);
      await theirs.getByRole("button", { name: "Send" }).click();
      await expect(theirs.getByRole("heading", { name: "Thank you" })).toBeVisible();
    });
  }

  await test.step("the owner reads both, keeps one, and has insights into them alone", async () => {
    await page.reload();
    await expect(asked(page).getByText("2/2 perspectives")).toBeVisible();
    await expect(asked(page).getByText("Who pays, says Ben.")).toBeVisible();
    await asked(page)
      .getByRole("button", { name: /^Keep the answer of Perspective 1/ })
      .click();
    await asked(page).getByText("Insights into this further question").click();
    await asked(page).getByRole("button", { name: "Generate Insights" }).click();
    await expect(asked(page).getByRole("heading", { name: "Summary" })).toBeVisible({
      timeout: 30_000,
    });
    await expectGoodLooks(page, "further answers");
  });

  await test.step("and closes it", async () => {
    await asked(page).getByRole("button", { name: "Close now" }).click();
    await page.getByRole("button", { name: "Close question" }).click();
    await expect(notification(page, "Question closed")).toBeVisible();
    await expect(asked(page).getByText(/^Closed /)).toBeVisible();
    await expect(section(page).getByText("2 of 3 left")).toBeVisible();
  });
});

test("the owner of an anonymous paraline asks after it has closed, and sees all answers together", async ({
  openOwner,
  api,
}) => {
  const { owner, circle, people, page } = await openOwner({ is_anonymous: true }, desktop);
  for (const person of people) await api.answer({ circle, person, text: "At the stove." });
  await page.goto(`/results?circle=${circle.id}`);
  await expect(page.getByRole("link", { name: "Share your Paraline" })).toBeVisible();
  await expect(section(page)).toHaveCount(0);
  await api.call(owner, "POST", `/api/circles/${circle.id}/close`);
  await page.reload();

  await write(page, "1 to 5");
  const dialog = page.getByRole("dialog", { name: "Ask 3 people?" });
  await expect(dialog.getByText(/stay sealed until then/)).toBeVisible();
  await dialog.getByRole("button", { name: "Ask 3 people" }).click();
  await expect(asked(page).getByText(/^Sealed until /)).toBeVisible();
  const sealed = await section(page).ariaSnapshot();

  const questions = [{ id: 1, label: question, type: "rating" as const }];
  for (const person of people) {
    const { links } = await api.emailTo(person.email, "further_question");
    const link = new URL(links.find((one) => one.includes("/invite?token=")) ?? "");
    const token = link.searchParams.get("token") ?? "";
    await api.answer({ circle: { ...circle, questions }, person: { ...person, token }, text: "" });
  }

  await page.reload();
  await expect(asked(page).getByText("0/3 perspectives")).toBeVisible();
  expect(await section(page).ariaSnapshot()).toBe(sealed);
  await asked(page).getByRole("button", { name: "Close now" }).click();
  const closing = page.getByRole("dialog", { name: "Close this further question?" });
  await expect(closing.getByText(/This is final/)).toBeVisible();
  await closing.getByRole("button", { name: "Close question" }).click();
  await expect(asked(page).getByText("3/3 perspectives")).toBeVisible();
  await expect(asked(page).getByText("4.0")).toBeVisible();
  await expect(asked(page).getByText(/Ana|Ben|Cleo/)).toHaveCount(0);
});
