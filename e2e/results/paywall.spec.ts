import type { Locator, Page } from "@playwright/test";
import {
  download,
  expect,
  expectAccessible,
  expectGoodLooks,
  failCalls,
  notification,
  phone,
  test,
} from "../testing/fixtures.ts";
import { type Api, newAddress, type Owner } from "../testing/owners.ts";

test.use({ settings: { BILLING: "test" } });

const secret = "The oven is your altar.";

/** An owner with one circle that two of three people have answered. */
async function answeredOwner(api: Api): Promise<{ owner: Owner; results: string }> {
  const owner = await api.signUp();
  const { circle, people } = await api.create(owner, { title: "Should I open the bakery?" });
  for (const person of people) await api.answer({ circle, person, text: secret });
  return { owner, results: `/results?circle=${circle.id}` };
}

/** The browser of such an owner, where the paywall is shown. */
async function openLocked(
  api: Api,
  openAs: (owner: Owner) => Promise<Page>,
): Promise<{ page: Page; results: string }> {
  const { owner, results } = await answeredOwner(api);
  const page = await openAs(owner);
  await page.goto(results);
  return { page, results };
}

/** Clicks the link to checkout and returns the tab it opens. */
async function checkoutFrom(page: Page, link: Locator): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await link.click();
  const tab = await opening;
  await expect(tab.getByText("This is a test checkout.")).toBeVisible();
  return tab;
}

const paywall = (page: Page) => page.getByRole("dialog", { name: "Read what they wrote" });
const row = (page: Page, name: string | RegExp) => paywall(page).getByRole("button", { name });

test.describe("an owner whose reflections have arrived", () => {
  test("pays for one and reads it, in the tab that paid and in the one that opened it", async ({
    api,
    openAs,
  }) => {
    const { page, results } = await openLocked(api, openAs);
    const tab = await checkoutFrom(page, row(page, "This paraline"));
    await expect(paywall(page)).toContainText("Checkout is open in another tab.");
    await Promise.all([
      // It is shown for five seconds, possibly before the tab in which the owner paid shows anything.
      expect(notification(page, "Your reflections are unlocked")).toBeVisible(),
      tab.getByRole("button", { name: "Pay $5" }).click(),
    ]);
    await expect(tab.getByText(secret).first()).toBeVisible();
    await expect(tab).toHaveURL(results);
    await expect(page.getByText(secret).first()).toBeVisible();
    await expect(paywall(page)).toBeHidden();

    await page.goto("/settings");
    const billing = page.getByRole("region", { name: "Plan and billing" });
    await expect(billing.getByText("No subscription")).toBeVisible();
    await expect(billing.getByRole("heading", { name: "Unlocked for good" })).toBeVisible();
    await expect(billing).toContainText("$5");
    await expectAccessible(page, "settings, one unlocked");
    await billing.getByRole("link", { name: "Should I open the bakery?" }).click();
    await expect(page).toHaveURL(results);
  });

  test("subscribes monthly, cancels, and keeps everything until the month is over", async ({
    api,
    openAs,
  }) => {
    const { page, results } = await openLocked(api, openAs);
    const tab = await checkoutFrom(page, row(page, "Unlimited, monthly"));
    await tab.getByRole("button", { name: "Pay $15" }).click();
    await expect(tab.getByText(secret).first()).toBeVisible();
    await tab.close();

    await page.goto("/settings");
    const billing = page.getByRole("region", { name: "Plan and billing" });
    await expect(billing.getByText("Unlimited, $15/month")).toBeVisible();
    await expect(billing.getByText(/^Renews on /)).toBeVisible();
    const opening = page.waitForEvent("popup");
    await billing.getByRole("button", { name: "Manage billing" }).click();
    const portal = await opening;
    await portal.getByRole("button", { name: "Cancel at the end of the period" }).click();
    await expect(portal.getByText("Cancelled: it ends on")).toBeVisible();
    await portal.getByRole("link", { name: "Back to Paraline" }).click();
    await expect(
      portal.getByText(
        /^Cancelled\. Everything stays unlocked until .* except those you bought one by one\.$/,
      ),
    ).toBeVisible();
    await expectAccessible(portal, "settings, subscribed");
    await page.goto(results);
    await expect(page.getByText(secret).first()).toBeVisible();
  });

  test("is not asked to pay while an anonymous paraline is sealed", async ({ api, openOwner }) => {
    const { circle, people, page } = await openOwner({ is_anonymous: true });
    for (const person of people) await api.answer({ circle, person, text: secret });
    await page.goto(`/results?circle=${circle.id}`);
    await expect(page.getByText("Sealed until you close it")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("someone signed out buys from the pricing page by signing up, and uses the unlock later", async ({
  page,
  api,
}) => {
  await page.goto("/pricing");
  await expect(page.getByText("On this server checkout is a test: no money moves")).toBeVisible();
  await expectAccessible(page, "prices of a server with a test checkout");
  await page.getByRole("link", { name: "Start with one" }).click();
  await expect(notification(page, "Please sign in first")).toBeVisible();
  await page.getByRole("button", { name: "Don't have an account? Sign up" }).click();
  const email = newAddress("nora");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("button", { name: "Pay $5" }).click();
  await expect(page).toHaveURL("/pricing");
  await expect(page.getByText("Payment confirmed. Your unlock is saved")).toBeVisible();

  const session = await page.evaluate(() => JSON.parse(localStorage["paraline.auth"]));
  const owner: Owner = { email, password: "correct horse", user_id: session.user.id, session };
  const { circle, people } = await api.create(owner);
  for (const person of people) await api.answer({ circle, person, text: secret });
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "1 unused unlock" })).toBeVisible();
  await page.goto(`/results?circle=${circle.id}`);
  await expect(row(page, "Use your unlock")).toBeVisible();
  await expect(row(page, /^This paraline/)).toHaveCount(0);
  await expectAccessible(page, "the paywall with an unused unlock");
  await row(page, "Use your unlock").click();
  await expect(page.getByText(secret).first()).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Unlocked for good" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 unused unlock" })).toHaveCount(0);
});

test("the pricing tab notices a payment made in the tab that it opened", async ({
  api,
  openAs,
  allow,
}) => {
  allow(/status of 409/);
  const owner = await api.signUp();
  const page = await openAs(owner);
  await page.goto("/pricing");
  const tab = await checkoutFrom(
    page,
    page.getByRole("link", { name: "Start annual (opens in a new tab)" }),
  );
  await tab.getByRole("button", { name: "Pay $129" }).click();
  for (const one of [tab, page]) {
    await expect(one.getByText("Payment confirmed. Everything is unlocked.")).toBeVisible();
  }
  const own = page.getByRole("listitem").filter({ hasText: "Your plan" });
  await expect(own.getByRole("heading", { name: "Annual" })).toBeVisible();
  await expectAccessible(page, "prices after paying");
  const again = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Change to monthly" }).click();
  const portal = (await again).waitForEvent("popup");
  await (await again).getByRole("button", { name: "Manage billing" }).click();
  await (await portal).getByRole("button", { name: "Change to monthly, $15" }).click();
  await expect((await portal).getByText("$15/month.")).toBeVisible();
});

test("the next step is never locked; only its recap is, as long as the results are", async ({
  api,
  openAs,
}) => {
  test.slow();
  const { owner, results } = await answeredOwner(api);
  const decision = results.replace("/results", "/decision");
  const page = await openAs(owner);
  await page.goto(decision);
  const recap = page.getByRole("complementary", { name: "Recap" });
  await expect(recap).toContainText("the results of this paraline are locked");
  await expect(recap.getByRole("term")).toHaveCount(0);
  const id = new URL(page.url()).searchParams.get("circle");
  const { text } = await api.read(owner, "GET", `/api/circles/${id}/decision`);
  expect(text).toContain('"recap":{"state":"locked"}');
  await expectGoodLooks(page, "the next step, its recap locked");
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: /^Pause/ }).click();
  await page.getByLabel("Why not now").fill("The winter");
  await page.getByLabel("Why not now").blur();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Export my plan" }).click();
  const button = page.getByRole("button", { name: "Download as Markdown" });
  const plan = (await download(page, button)).bytes.toString();
  expect(plan).toContain("The winter");
  expect(plan).not.toContain(secret);
  await page.keyboard.press("Escape");

  await recap.getByRole("link", { name: "View Unlock Options" }).click();
  await expect(page).toHaveURL(results);
  const tab = await checkoutFrom(page, row(page, "This paraline"));
  await tab.getByRole("button", { name: "Pay $5" }).click();
  await expect(page.getByText(secret).first()).toBeVisible();
  await page.getByRole("link", { name: "Choose next step" }).click();
  await expect(recap).toContainText("4.0/5");
  await expect(page.getByLabel("Why not now")).toHaveValue("The winter");
});

test("the locked states are accessible, and fit every width, light and dark", async ({
  api,
  openAs,
  allow,
}) => {
  test.slow();
  allow(/status of 503/);
  const { owner, results } = await answeredOwner(api);
  const page = await openAs(owner, phone);
  await page.goto(results);
  await expect(paywall(page)).toBeVisible();
  await expectGoodLooks(page, "paywall");
  await failCalls(page, "**/api/billing/checkout", { code: "checkout_failed" });
  await row(page, "This paraline").click();
  await expect(paywall(page).getByRole("alert")).toHaveText("Not now.");
  await expectAccessible(page, "a checkout that failed to start");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(paywall(page)).toBeHidden();
  await expectGoodLooks(page, "locked card");
  await page.goto("/settings");
  await expect(page.getByText("No subscription")).toBeVisible();
  await expectGoodLooks(page, "billing");
});
