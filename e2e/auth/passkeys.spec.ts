import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectGoodLooks,
  expectSignedOut,
  notification,
  signIn,
  test,
} from "../testing/fixtures.ts";

/** A device that recognizes its owner by itself, as Chromium's developer tools provide it. */
async function addAuthenticator(page: Page, { discoverable = true } = {}) {
  const tools: CDPSession = await page.context().newCDPSession(page);
  await tools.send("WebAuthn.enable");
  const { authenticatorId } = await tools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: discoverable ? "internal" : "usb",
      hasResidentKey: discoverable,
      hasUserVerification: discoverable,
      isUserVerified: discoverable,
      // Otherwise it would answer the suggestions of the sign-in page before the button is clicked.
      automaticPresenceSimulation: false,
    },
  });
  const touch = (enabled: boolean) =>
    tools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return {
    /** Touches it while `action` runs, which must request it: an earlier request does not notice the touch. */
    async whileTouched(action: () => Promise<void>) {
      await touch(true);
      await action();
      await touch(false);
    },
  };
}

/** Makes the browser one that does not suggest passkeys, so that only the button is tried. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

const section = (page: Page, name = "Signing in") => page.getByRole("region", { name });
const secondStep = (page: Page) => section(page, "Second step");

const forget = (context: BrowserContext, page: Page) =>
  Promise.all([context.clearCookies(), page.evaluate(() => localStorage.clear())]);

test.describe("passkeys and security keys", () => {
  test("a passkey is added in Settings, named, signs in, and is removed", async ({
    openAs,
    api,
    allow,
  }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    const device = await addAuthenticator(page);
    await page.goto("/settings");
    await device.whileTouched(async () => {
      await section(page).getByRole("button", { name: "Add a passkey" }).click();
      await expect(notification(page, "Passkey added")).toBeVisible();
    });
    await section(page)
      .getByRole("button", { name: /^Rename/ })
      .click();
    await expectGoodLooks(page, "a passkey that is given a name");
    await section(page).getByRole("textbox", { name: "Name of this passkey" }).fill("My laptop");
    await section(page).getByRole("button", { name: "Save", exact: true }).click();
    await expect(section(page).getByText("My laptop", { exact: true }).first()).toBeVisible();
    await expect(section(page).getByText(/not used yet/)).toBeVisible();
    const notice = await api.emailTo(owner.email, "auth_passkey_added");
    expect(notice.text).toContain("a new passkey signs in to your account");

    await forget(page.context(), page);
    // The browser suggests it in the field for the address, so nothing is clicked.
    await device.whileTouched(async () => {
      await page.goto("/auth");
      await expect(page).toHaveURL("/circles");
    });

    await withoutSuggestions(page);
    await forget(page.context(), page);
    await page.goto("/auth");
    await expectGoodLooks(page, "the sign-in page with passkeys");
    await device.whileTouched(async () => {
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await expect(page).toHaveURL("/circles");
    });

    await page.goto("/settings");
    await expect(section(page).getByText(/last used/)).toBeVisible();
    await section(page)
      .getByRole("button", { name: /^Remove\s*My laptop$/ })
      .click();
    await expect(page.getByRole("dialog").getByText(/your password/)).toBeVisible();
    await expectAccessible(page, "the removal of a passkey");
    const remove = section(page).getByRole("button", { name: /^Remove\s*My laptop$/ });
    await page.keyboard.press("Escape");
    await expect(remove).toBeFocused();
    await remove.press("Enter");
    // The session began with the passkey, and ends with it.
    allow(/status of 40[013]/);
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(notification(page, "Passkey removed")).toBeVisible();
    await expect(section(page).getByText("My laptop")).toHaveCount(0);

    allow(/status of 400/);
    await forget(page.context(), page);
    await page.goto("/auth");
    await device.whileTouched(async () => {
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await expect(
        notification(
          page,
          "This passkey does not belong to an account here. Sign in another way, then add it in Settings.",
        ),
      ).toBeVisible();
    });
    await expectSignedOut(page);
  });

  test("a security key is asked for after the password", async ({ openAs, api }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    const key = await addAuthenticator(page, { discoverable: false });
    await page.goto("/settings");
    await secondStep(page).getByRole("button", { name: "Add a security key" }).click();
    await secondStep(page)
      .getByRole("textbox", { name: "Name of this security key" })
      .fill("Blue key");
    await expectAccessible(page, "a security key that is added");
    await key.whileTouched(async () => {
      await secondStep(page).getByRole("button", { name: "Continue" }).click();
      await expect(notification(page, "Security key added")).toBeVisible();
    });
    await expect(secondStep(page).getByText("Blue key", { exact: true }).first()).toBeVisible();

    await forget(page.context(), page);
    await signIn(page, owner);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await expectGoodLooks(page, "the second step with a security key");
    await key.whileTouched(async () => {
      await page.getByRole("button", { name: "Use security key" }).click();
      await expect(page).toHaveURL("/circles");
    });

    await page.goto("/settings");
    await secondStep(page)
      .getByRole("button", { name: /^Remove\s*Blue key$/ })
      .click();
    await expect(page.getByText(/It is your only second step/)).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(notification(page, "Security key removed")).toBeVisible();
  });
});
