import type { Page } from "@playwright/test";
import { test as base, expect, expectGoodLooks, notification } from "../testing/fixtures.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../testing/openid-provider.ts";
import { newAddress } from "../testing/owners.ts";

const test = base.extend<object, { outside: OpenIdProvider }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use, { parallelIndex }) => {
      const outside = await startOpenIdProvider(4900 + 20 * parallelIndex);
      await use(outside);
      await outside.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ outside }, use) =>
      use({
        AUTH_OIDC_ISSUER: outside.issuer,
        AUTH_OIDC_CLIENT_ID: outside.clientId,
        AUTH_OIDC_CLIENT_SECRET: outside.clientSecret,
        AUTH_OIDC_NAME: "Lighthouse",
      }),
    { scope: "worker" },
  ],
});

// Each worker would start a product with these settings, and one is enough.
test.describe.configure({ mode: "default" });

test.beforeEach(({ allow, outside }) => {
  // The provider has its own pages, with a font from another site that cannot be loaded.
  allow(new RegExp(`third party: (?:${outside.issuer}|https://fonts\\.)`));
  allow(/fonts\.googleapis/);
  allow(new RegExp(`\\(${outside.issuer}`));
});

/** Signs in and consents on the provider's pages. */
async function signInThere(page: Page, email: string) {
  await page.getByPlaceholder("Enter any login").fill(email);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a new person signs in at a provider, sets a password, and disconnects and connects the account", async ({
  openBrowser,
  api,
}) => {
  const page = await openBrowser();
  const email = newAddress("maya");
  await page.goto("/auth");
  const button = page.getByRole("button", { name: "Continue with Lighthouse" });
  await expect(button).toBeVisible();
  await expectGoodLooks(page, "sign-in with a provider");
  await button.click();
  await signInThere(page, email);
  await expect(page).toHaveURL("/circles");

  await page.goto("/settings");
  const section = page.getByRole("listitem").filter({ hasText: "Lighthouse" });
  await expect(section.getByText(email)).toBeVisible();
  await expect(page.getByText("This is the only way to sign in to your account.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Disconnect Lighthouse" })).toHaveCount(0);
  await expectGoodLooks(page, "the only way to sign in");
  await page.getByRole("button", { name: "Email me a code to choose one" }).click();
  const { text } = await api.emailTo(email, "auth_reauthentication");
  await page.getByRole("textbox", { name: "Code" }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
  await page.getByRole("textbox", { name: "New password" }).fill("correct horse");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(notification(page, "Password changed")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Current password" })).toBeVisible();

  await page.getByRole("button", { name: "Disconnect Lighthouse" }).click();
  await expect(page.getByRole("dialog", { name: "Disconnect Lighthouse?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Disconnect Lighthouse" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(notification(page, "Lighthouse disconnected")).toBeVisible();
  await api.emailTo(email, "auth_identity_unlinked");

  await page.getByRole("button", { name: "Connect Lighthouse" }).click();
  await page.getByRole("button", { name: "Continue to Lighthouse" }).click();
  // The person is already signed in there and has consented.
  await expect(notification(page, "Lighthouse connected")).toBeVisible();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("button", { name: "Disconnect Lighthouse" })).toBeVisible();
  await api.emailTo(email, "auth_identity_linked");
});

test("a person who cancels, or connects an account that someone else has connected, reads what happened", async ({
  openBrowser,
  openAs,
}) => {
  const page = await openBrowser();
  const email = newAddress("maya");
  await page.goto("/auth");
  await page.getByRole("button", { name: "Continue with Lighthouse" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/auth");
  await expect(notification(page, "You cancelled the sign-in")).toBeVisible();
  await page.getByRole("button", { name: "Continue with Lighthouse" }).click();
  await signInThere(page, email);
  await expect(page).toHaveURL("/circles");

  const other = await openAs();
  await other.goto("/settings");
  await other.getByRole("button", { name: "Connect Lighthouse" }).click();
  await other.getByRole("button", { name: "Continue to Lighthouse" }).click();
  await signInThere(other, email);
  await expect(other).toHaveURL(/\/settings/);
  await expect(notification(other, "That account is already connected")).toBeVisible();
  await expect(other.getByRole("button", { name: "Connect Lighthouse" })).toBeVisible();
});
