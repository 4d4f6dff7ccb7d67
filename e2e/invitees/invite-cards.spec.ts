import type { updateAccount } from "#contract/account.ts";
import { expect, phone, submitReflections, test, toLastQuestion } from "../testing/fixtures.ts";
import type { Api, Owner } from "../testing/owners.ts";

test.use(phone);

test.describe("a private link", () => {
  test("can be declined, and that can be undone while the paraline is open", async ({
    page,
    api,
  }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const link = people[0].link;
    await page.goto(link);
    await expect(page).toHaveURL("/feedback");
    await page.getByRole("button", { name: "I'd rather not" }).click();
    await expect(page.getByRole("heading", { name: "You chose not to answer" })).toBeFocused();
    await expect(page.getByText("You won't get any more emails about it.")).toBeVisible();

    await page.goto("about:blank");
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "You chose not to answer" })).toBeVisible();
    await expect(page).toHaveURL("/feedback");
    await page.getByRole("button", { name: "Answer after all" }).click();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    await page.getByRole("textbox", { name: "most alive" }).fill("After all.");
    await toLastQuestion(page);
    await submitReflections(page);
  });

  test("a private link of a closed paraline says that it has closed, even to someone who is answering", async ({
    page,
    api,
    allow,
  }) => {
    allow(/status of (409|410)/);
    const zone = "Pacific/Pago_Pago";
    const owner = await api.signUp({ time_zone: zone });
    const { people } = await api.create(owner, { people: ["Ana"], deadline: todayIn(zone) });
    const link = people[0].link;
    await page.goto(link);
    await expect(page).toHaveURL("/feedback");
    await page.getByRole("textbox", { name: "most alive" }).fill("Nearly too late.");
    await toLastQuestion(page);

    await endToday(api, owner);
    await page.getByRole("button", { name: "Submit Reflections" }).click();
    await expect(page.getByRole("heading", { name: "Link Invalid" })).toBeVisible();
    await expect(page.getByText("This paraline has closed.")).toBeVisible();
    const response = await page.goto(link);
    expect(response?.status()).toBe(410);
    await expect(page.getByText("This paraline has closed.")).toBeVisible();
  });
});

function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timeZone }).format(new Date());
}

/** Moves the owner 25 hours to the east, where the day that was today in Pago Pago is always over. */
async function endToday(api: Api, owner: Owner): Promise<void> {
  await api.call<typeof updateAccount>(owner, "PATCH", "/api/account", {
    time_zone: "Pacific/Kiritimati",
  });
}
