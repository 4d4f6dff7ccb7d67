import { expect, phone, test, toLastQuestion } from "../testing/fixtures.ts";

test.use({ ...phone, javaScriptEnabled: false });

test.describe("an invitee whose browser runs no scripts", () => {
  test("reads one question at a time, answers with a plain form and reaches the thank-you", async ({
    page,
    api,
  }) => {
    const owner = await api.signUp();
    const { circle, people } = await api.create(owner, { people: ["Ana"] });
    await page.goto(people[0].link);

    await expect(page.getByRole("heading", { name: circle.title })).toBeVisible();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    await expect(page.getByText("Question 2 of 3")).toBeHidden();
    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Question 2 of 3")).toBeVisible();
    await expect(page.getByText("Question 1 of 3")).toBeHidden();
    await page.getByRole("radio", { name: "4" }).check();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("textbox", { name: "most alive" })).toHaveValue("At the stove.");
    await toLastQuestion(page);
    await page.getByRole("textbox", { name: "in my place" }).fill("Open it.");
    await page.getByRole("textbox", { name: "encouragement note" }).fill("I'll bring the flour.");
    await page.getByRole("button", { name: "Submit Reflections" }).click();

    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    const results = await api.results(owner, circle);
    expect(results.responses[0]?.answers.map(({ answer }) => answer)).toEqual([
      "At the stove.",
      4,
      "Open it.",
    ]);
    expect(results.encouragements[0]?.note).toBe("I'll bring the flour.");

    await page.goto(people[0].link);
    await expect(
      page.getByRole("heading", { name: "You've already shared your reflections" }),
    ).toBeVisible();
  });

  test("gets a refused form back with everything typed, at the question it is about", async ({
    page,
    api,
    allow,
  }) => {
    allow(/status of 422/);
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    await page.goto(people[0].link);
    const tooLong = "long ".repeat(401).trim();
    expect(tooLong.length).toBeGreaterThan(2000);

    await page.getByRole("textbox", { name: "most alive" }).fill("At the stove.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: "5, Great fit" }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "in my place" }).fill(tooLong);
    await page.getByRole("textbox", { name: "encouragement note" }).fill("Go on.");
    await page.getByRole("checkbox", { name: "Leave mine out of insights" }).check();
    await page.getByRole("button", { name: "Submit Reflections" }).click();

    await expect(page.getByText("Question 3 of 3")).toBeVisible();
    await expect(page.getByText("Answer must be less than 2000 characters")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "in my place" })).toHaveValue(tooLong);
    await expect(page.getByRole("textbox", { name: "encouragement note" })).toHaveValue("Go on.");
    await expect(page.getByRole("checkbox", { name: "Leave mine out of insights" })).toBeChecked();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("radio", { name: "5, Great fit" })).toBeChecked();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("textbox", { name: "most alive" })).toHaveValue("At the stove.");
    await toLastQuestion(page);
    await page.getByRole("textbox", { name: "in my place" }).fill("Shorter.");
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });

  test("can decline and return", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    await page.goto(people[0].link);
    await page.getByRole("button", { name: "I'd rather not" }).click();
    await expect(page.getByRole("heading", { name: "You chose not to answer" })).toBeVisible();
    await page.getByRole("button", { name: "Answer after all" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
  });
});
