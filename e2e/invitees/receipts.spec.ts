import type { Page } from "@playwright/test";
import {
  desktop,
  expect,
  expectGoodLooks,
  phone,
  submitReflections,
  test,
  toLastQuestion,
} from "../testing/fixtures.ts";

async function answer(page: Page, link: string, words: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("textbox", { name: "most alive" }).fill(words);
  await toLastQuestion(page);
}

/** The code and the link of the receipt on the thank-you page, which are hidden at first. */
async function keepWayBack(page: Page) {
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  const link = page.getByRole("link", { name: "/invite?token=" });
  await expect(link).toBeHidden();
  await page.getByText("Keep a way back").click();
  const address = (await link.getAttribute("href")) ?? "";
  const code = decodeURIComponent(new URL(address).hash.slice(1)).replaceAll("-", " ");
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  return { address, code };
}

async function openByCode(page: Page, link: string, code: string) {
  await page.goto(link);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Open" }).click();
}

const written = (page: Page) => page.getByRole("textbox", { name: "most alive" });

test.describe("an invitee of an anonymous paraline, on a phone", () => {
  test.use(phone);

  test("keeps a way back, comes back by it, changes what they wrote, withdraws it and answers again", async ({
    page,
    api,
  }) => {
    const owner = await api.signUp();
    const { people } = await api.create(owner, {
      people: ["Ana", "Ben", "Cleo"],
      is_anonymous: true,
    });
    await answer(page, people[0].link, "At the stove.");
    await submitReflections(page);
    const { address, code } = await keepWayBack(page);
    await page.reload();
    expect(await keepWayBack(page)).toEqual({ address, code });
    await expectGoodLooks(page, "the way back");

    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.getByLabel("Code")).toHaveValue(code);
    await expect(page).toHaveURL("/feedback");
    const [first = ""] = code.split(" ");
    expect(asked.filter((url) => new URL(url).search.includes(first))).toEqual([]);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("heading", { name: "What you have written" })).toBeVisible();
    await expect(written(page)).toHaveValue("At the stove.");
    await expectGoodLooks(page, "what was written");
    await written(page).fill("In the garden.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes are saved.")).toBeVisible();
    await expect(written(page)).toHaveValue("In the garden.");

    await page.getByText("Withdraw what I wrote").click();
    await expect(page.getByText("can't be brought back")).toBeVisible();
    await page.getByRole("button", { name: "Erase it for good" }).click();
    await expect(page.getByText("What you wrote is erased.")).toBeVisible();
    await expectGoodLooks(page, "what was withdrawn");
    await page.getByRole("link", { name: "Answer again" }).click();
    await expect(written(page)).toHaveValue("");
    await answer(page, people[0].link, "Once more.");
    await submitReflections(page);
    expect((await keepWayBack(page)).code).not.toBe(code);
  });
});

test.describe("an invitee of a named paraline, on a desktop", () => {
  test.use(desktop);

  test("changes what they wrote, which its owner sees with the day", async ({
    page,
    api,
    allow,
  }) => {
    allow(/status of 403/);
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner, { people: ["Ana"] });
    await answer(page, people[0].link, "At the stove.");
    await submitReflections(page);
    const { code } = await keepWayBack(page);
    await openByCode(page, people[0].link, "some other four words");
    await expect(page.getByRole("heading", { name: "Have your code?", level: 1 })).toBeVisible();
    await expectGoodLooks(page, "a wrong code");
    await page.getByLabel("Code").fill(code.toUpperCase());
    await page.getByRole("button", { name: "Open" }).click();
    await written(page).fill("In the garden.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes are saved.")).toBeVisible();
    const { responses } = await api.results(owner, circle);
    expect(responses).toMatchObject([
      { edited_on: responses[0]?.received_on, answers: [{ answer: "In the garden." }] },
    ]);
  });
});

test.describe("an invitee whose browser runs no scripts", () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test("gets the code with the thanks, opens what they wrote by it, and withdraws it", async ({
    page,
    api,
    allow,
  }) => {
    allow(/status of 403/);
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner, { people: ["Ana"] });
    await answer(page, people[0].link, "At the stove.");
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    const { code } = await keepWayBack(page);
    await openByCode(page, people[0].link, "some other four words");
    await expect(page.getByText("This code does not open an answer here.")).toBeVisible();
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(written(page)).toHaveValue("At the stove.");
    await page.getByText("Withdraw what I wrote").click();
    await page.getByRole("button", { name: "Erase it for good" }).click();
    await expect(page.getByText("What you wrote is erased.")).toBeVisible();
    expect((await api.results(owner, circle)).responses).toEqual([]);
    await page.getByRole("link", { name: "Answer again" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
  });
});
