import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, expectGoodLooks, notification, test } from "../testing/fixtures.ts";
import { newAddress } from "../testing/owners.ts";

const provider = fileURLToPath(new URL("../testing/captcha-provider.mjs", import.meta.url));
test.use({
  settings: {
    AUTH_CAPTCHA_PROVIDER: "turnstile",
    AUTH_CAPTCHA_SITE_KEY: "1x00000000000000000000AA",
    AUTH_CAPTCHA_SECRET: "1x0000000000000000000000000000000AA",
    NODE_OPTIONS: `--import=${provider}`,
  },
});

// Each worker would start a product with these settings, and one is enough.
test.describe.configure({ mode: "default" });

const scriptAddress = "https://challenges.cloudflare.com/turnstile/v0/api.js**";

/** A widget like that of the provider's script: a box to tick, whose tokens are valid once. */
const script = `
  let made = 0;
  const used = new Map();
  window.turnstile = {
    render(container, options) {
      const id = "widget-" + ++made;
      const box = document.createElement("button");
      box.type = "button";
      box.textContent = "I am human";
      box.addEventListener("click", () => {
        box.textContent = "Done";
        options.callback("good " + crypto.randomUUID());
      });
      container.append(box);
      used.set(id, { box, options });
      return id;
    },
    reset(id) { used.get(id).box.textContent = "I am human"; },
    remove(id) { used.get(id).box.remove(); },
  };
  window.paralineCaptchaReady();
`;

async function allowScript(page: Page) {
  await page.route(scriptAddress, (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
}

test("a person passes the check to sign up and to sign in, and its script stays on /auth", async ({
  openBrowser,
  allow,
}) => {
  allow(/^third party: https:\/\/challenges\.cloudflare\.com\/turnstile/);
  allow(/the server responded with a status of 400/);
  const page = await openBrowser();
  await allowScript(page);
  await page.goto("/auth?mode=signup");
  const check = page.getByRole("group", { name: "Check that you are not a robot" });
  await expect(check.getByRole("button", { name: "I am human" })).toBeVisible();
  await expectGoodLooks(page, "sign-up with the captcha");

  const email = newAddress("captcha");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(
    notification(page, "Please complete the check that you are not a robot."),
  ).toBeVisible();
  await check.getByRole("button", { name: "I am human" }).click();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/circles");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The wait goes on in the document that is loaded meanwhile.
  await page.waitForFunction(() => !("turnstile" in window));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  // Signing out leads to /auth in a document that may not load the script, so it is loaded anew.
  await expect(page.getByText("You haven't created any")).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("wrong horse");
  await check.getByRole("button", { name: "I am human" }).click();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(notification(page, "Invalid login credentials")).toBeVisible();
  // Each token is valid for one call.
  await expect(check.getByRole("button", { name: "I am human" })).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await check.getByRole("button", { name: "I am human" }).click();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/circles");
});

test("if the check cannot be loaded, the page says so and tries again", async ({
  openBrowser,
  allow,
}) => {
  allow(/challenges\.cloudflare\.com|Failed to load resource/);
  const page = await openBrowser();
  await page.route(scriptAddress, (route) => route.abort());
  await page.goto("/auth");
  await expect(
    page.getByText("The check that you are not a robot could not be loaded."),
  ).toBeVisible();
  await expectGoodLooks(page, "a captcha that is not there");
  await page.unroute(scriptAddress);
  await allowScript(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "I am human" })).toBeVisible();
});
