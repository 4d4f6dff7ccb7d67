import type { Page } from "@playwright/test";
import { beginAuthenticatorApp } from "./testing/authenticator-app.ts";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  expectSignedOut,
  notification,
  phone,
  pressEmailedLink,
  signIn,
  test,
} from "./testing/fixtures.ts";
import { newAddress } from "./testing/owners.ts";

async function open(page: Page): Promise<void> {
  await page.goto("/settings");
  await expect(page.getByRole("textbox", { name: "Full Name" })).toBeVisible();
}

/** Another device on which the owner is signed in. */
async function signInElsewhere(
  openBrowser: () => Promise<Page>,
  owner: { email: string; password: string },
): Promise<Page> {
  const elsewhere = await openBrowser();
  await signIn(elsewhere, owner);
  await expect(elsewhere).toHaveURL("/circles");
  return elsewhere;
}

test.describe("in Settings an owner", () => {
  test("changes the address by following the links sent to both", async ({ openAs, api }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    // The address is confirmed, so it also has to confirm the change.
    await api.auth("/resend", { type: "signup", email: owner.email });
    const { text } = await api.emailTo(owner.email, "auth_confirm_signup");
    const proof = { type: "signup", email: owner.email, token: /\b\d{6}\b/.exec(text)?.[0] };
    await api.auth("/verify", proof, owner);
    await open(page);
    const email = newAddress("maya");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("the links we sent to")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(owner.email);

    await pressEmailedLink(page, (await api.emailTo(email, "auth_email_change")).text);
    await expect(notification(page, "Halfway there")).toBeVisible();
    await expect(page.getByText("followed the link we sent to")).toBeVisible();
    await pressEmailedLink(page, (await api.emailTo(owner.email, "auth_email_change_old")).text);
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await expect(page.getByText("Your email address will change to")).toBeHidden();
    await api.emailTo(owner.email, "auth_email_changed");
  });

  test("chooses another time zone by typing, with only the keyboard", async ({ openAs, api }) => {
    const page = await openAs(await api.signUp({ time_zone: "UTC" }));
    await open(page);
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await expect(zone).toHaveText("UTC");
    await zone.press("Enter");
    const search = page.getByRole("combobox", { name: "Search time zones" });
    await expect(search).toBeFocused();
    await search.pressSequentially("lisb");
    await expect(page.getByRole("option")).toHaveCount(1);
    await expectAccessible(page, "the list of time zones");
    await search.press("Enter");
    await expect(notification(page, "Time zone changed")).toBeVisible();
    await expect(zone).toBeFocused();
    await page.reload();
    await expect(zone).toHaveText("Europe/Lisbon");
    await expect(page.getByText(/^It is \d+:\d\d [AP]M on \w+day there/)).toBeVisible();
  });

  test("changes the password, which signs out every other device", async ({
    openAs,
    openBrowser,
    api,
    allow,
  }) => {
    allow(/status of 4\d\d/);
    const owner = await api.signUp();
    const page = await openAs(owner);
    const elsewhere = await signInElsewhere(openBrowser, owner);

    await open(page);
    const present = page.getByRole("textbox", { name: "Current password" });
    await present.fill(owner.password);
    await page.getByRole("textbox", { name: "New password" }).fill("another horse");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(notification(page, "Password changed")).toBeVisible();
    await expectSignedOut(elsewhere);
    await signIn(elsewhere, { ...owner, password: "another horse" });
    await expect(elsewhere).toHaveURL("/circles");
  });

  test("sets up an authenticator app, signs in with it, and removes it", async ({
    openAs,
    api,
    allow,
  }) => {
    allow(/status of 4\d\d/);
    const owner = await api.signUp();
    const page = await openAs(owner, phone);
    await open(page);
    const picture = page.getByRole("img", { name: /^QR code/ });
    await beginAuthenticatorApp(page);
    // An unfinished setup does not prevent a new one.
    await page.reload();
    const codeIn = await beginAuthenticatorApp(page);
    // A truncated picture has no size.
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(20);
    await expectAccessible(page, "setting up an authenticator");
    await expectNoHorizontalScroll(page, "setting up an authenticator");
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill("12");
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(notification(page, "Please enter the 6 digits")).toBeVisible();
    await code.fill(await codeIn(0));
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(notification(page, "Authenticator added")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove My phone" })).toBeVisible();
    await api.emailTo(owner.email, "auth_factor_added");

    await page.getByRole("button", { name: "Sign out here" }).click();
    await expect(page).toHaveURL("/auth");
    await signIn(page, owner);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    // A code is accepted once, so this is the next one; a clock half a minute ahead is tolerated.
    await page.getByRole("textbox", { name: "Code" }).fill(await codeIn(30));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/circles");

    await open(page);
    await page.getByRole("button", { name: "Remove My phone" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove My phone?" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, "removing an authenticator");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(notification(page, "Authenticator removed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove My phone" })).toBeHidden();
    await expect(page.getByRole("heading", { name: "Authenticator app" })).toBeFocused();
    await api.emailTo(owner.email, "auth_factor_removed");
  });

  test("sees where they are signed in, and signs out elsewhere", async ({
    openAs,
    openBrowser,
    api,
    allow,
  }) => {
    allow(/status of 4\d\d/);
    const owner = await api.signUp();
    const elsewhere = await signInElsewhere(openBrowser, owner);
    const page = await openAs(owner);
    await open(page);
    await expect(page.getByText("This device")).toHaveCount(1);
    await page.getByRole("button", { name: /^Sign out Chrome on / }).click();
    await expect(notification(page, "Signed out there")).toBeVisible();
    await expectSignedOut(elsewhere);
    await expect(page.getByRole("button", { name: "Sign out everywhere else" })).toBeHidden();
  });

  test("deletes the account, and none of its pages open any more", async ({
    openOwner,
    openBrowser,
    allow,
  }) => {
    allow(/status of 4\d\d/);
    const { owner, people, page } = await openOwner({ people: ["Ana"] });
    await open(page);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await expect(dialog.getByRole("button", { name: "Keep my account" })).toBeFocused();
    await expectAccessible(page, "deleting the account");
    await dialog.getByRole("textbox", { name: "Password" }).fill("wrong horse");
    await dialog.getByRole("textbox", { name: "Your email address" }).fill("someone@example.com");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(dialog.getByText("Type your email address exactly as shown.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Your email address" }).fill(owner.email);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(dialog.getByText("That password is not correct.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Password" }).fill(owner.password);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(page).toHaveURL("/auth");
    await expect(notification(page, "Your account has been deleted")).toBeVisible();

    await signIn(page, owner);
    await expect(notification(page, "Invalid login credentials")).toBeVisible();
    const invitee = await openBrowser(phone);
    await invitee.goto(people[0].link);
    await expect(invitee.getByRole("heading", { name: "Link Invalid" })).toBeVisible();
  });
});
