import type { updateAccount } from "#contract/account.ts";
import {
  expect,
  notification,
  phone,
  submitReflections,
  test,
  toLastQuestion,
} from "../testing/fixtures.ts";
import type { Api, Owner } from "../testing/owners.ts";

test.use(phone);

const unknown = "/invite?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAA";

test.describe("a private link", () => {
  test("that is unknown says Link Invalid, in its text and its status", async ({ page, allow }) => {
    allow(/status of 404/);
    const response = await page.goto(unknown);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Link Invalid" })).toBeVisible();
    await expect(page.getByText("This feedback link is invalid or has expired.")).toBeVisible();
    await expect(
      notification(page, "Failed to load paraline. Please check your link."),
    ).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("invite_token"))).toBeNull();
  });

  test("without a token leads to the landing page", async ({ page }) => {
    await page.goto("/invite");
    await expect(page).toHaveURL("/");
  });

  test("is kept in the tab and disappears from the address bar", async ({ page, api }) => {
    const { people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const { token } = people[0] ?? { token: "" };
    // The link's other address leads to the same place.
    await page.goto(`/feedback?token=${token}`);
    await expect(page).toHaveURL("/feedback");
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("invite_token"))).toBe(token);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.reload();
    await expect(page.getByText("Question 1 of 3")).toBeVisible();
    await page.goBack().catch(() => {});
    expect(page.url()).not.toContain(token);
  });

  test("that was never opened in this tab is invalid", async ({ page }) => {
    await page.goto("/feedback");
    await expect(page.getByRole("heading", { name: "Link Invalid" })).toBeVisible();
    await expect(notification(page, "Invalid feedback link")).toBeVisible();
  });

  test("for a share link opens a page that reveals nothing to a stranger", async ({
    page,
    api,
  }) => {
    const { circle, people } = await api.create(await api.signUp(), { people: ["Ana"] });
    await page.goto(`/feedback?circle=${circle.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const address of ["stranger@example.com", people[0].email]) {
      await page.goto(`/feedback?circle=${circle.id}`);
      await page.getByRole("textbox", { name: "Email" }).fill(address);
      await page.keyboard.press("Enter");
      await expect(
        page.getByText("If this address was invited, its private link is on the way").first(),
      ).toBeVisible();
      await expect(page.getByText(circle.title)).toBeHidden();
    }
  });

  test("that was used says so, and its token is removed from the tab", async ({ page, api }) => {
    const { circle, people } = await api.create(await api.signUp(), { people: ["Ana"] });
    const [ana] = people;
    await api.answer({ circle, person: ana, text: "Yes." });
    await page.goto(ana.link);
    await expect(
      page.getByRole("heading", { name: "You've already shared your reflections" }),
    ).toBeVisible();
    await expect(page.getByText("Question 1 of 3")).toBeHidden();
    const kept = () => page.evaluate(() => sessionStorage.getItem("invite_token"));
    await expect.poll(kept).toBeNull();
  });

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

  test("of a closed paraline says that it has closed, even to someone who is answering", async ({
    page,
    openAs,
    api,
    allow,
  }) => {
    allow(/status of (409|410)/);
    const zone = "Pacific/Pago_Pago";
    const owner = await api.signUp({ time_zone: zone });
    const { circle, people } = await api.create(owner, {
      people: ["Ana"],
      deadline: todayIn(zone),
    });
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

    const theirs = await openAs(owner);
    await theirs.goto("/history");
    await expect(theirs.getByRole("heading", { name: circle.title })).toBeVisible();
    await expect(theirs.getByText(/Completed: \w{3} \d\d, \d{4}/)).toBeVisible();
    await theirs.goto(`/share?circle=${circle.id}`);
    await expect(theirs.getByRole("heading", { name: "Your Paraline has closed" })).toBeVisible();
    await expect(theirs.getByRole("button", { name: /Resend invite/ })).toHaveCount(0);
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
