import { generate } from "otplib";
import {
  expect,
  expectAccessible,
  expectSignedOut,
  notification,
  pressMailedLink,
  signIn,
  test,
} from "../testing/fixtures.ts";
import { newAddress } from "../testing/owners.ts";

const guarded = [
  "/create",
  "/dashboard",
  "/circles",
  "/contacts",
  "/history",
  "/settings",
  "/results",
  "/share",
];

test.describe("an owner signs in", () => {
  test("the screen has two modes, each with its own texts", async ({ page }) => {
    await page.goto("/auth");
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await expect(page.getByText("Sign in to continue to your paralines")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Forgot password?" })).toBeVisible();

    await page.getByRole("button", { name: "Don't have an account? Sign up" }).click();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
    await expect(page.getByText("Create an account to start your first paraline")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create Account" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();

    await page.getByRole("button", { name: "Already have an account? Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  });

  test("fields are validated before they are sent", async ({ page }) => {
    await page.goto("/auth");
    const submit = page.getByRole("button", { name: "Sign In", exact: true });
    await page.getByRole("textbox", { name: "Email" }).fill("maya");
    await page.getByRole("textbox", { name: "Password" }).fill("12345");
    await submit.click();
    await expect(notification(page, "Validation Error")).toBeVisible();
    await expect(notification(page, "Invalid email address")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await page.getByRole("textbox", { name: "Email" }).fill(newAddress("maya"));
    await submit.click();
    await expect(notification(page, "Password must be at least 6 characters")).toBeVisible();
  });

  test("a wrong password is refused, the right one leads to the paralines, and signing out leads back", async ({
    page,
    api,
    allow,
  }) => {
    const owner = await api.signUp();
    await page.goto("/auth");
    const submit = page.getByRole("button", { name: "Sign In", exact: true });
    await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
    await page.getByRole("textbox", { name: "Password" }).fill("wrong horse");
    allow(/status of 400 .*\/auth\/v1\/token/);
    await submit.click();
    await expect(notification(page, "Error")).toBeVisible();
    await expect(notification(page, "Invalid login credentials")).toBeVisible();

    await page.getByRole("textbox", { name: "Password" }).fill(owner.password);
    await submit.click();
    await expect(page).toHaveURL("/circles");
    await expect(notification(page, "Welcome back!")).toBeVisible();
    await expect(notification(page, "You've successfully signed in.")).toBeVisible();
    await page.goto("/auth");
    await expect(page).toHaveURL("/circles");

    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/auth");
    expect(await page.evaluate(() => localStorage.getItem("paraline.auth"))).toBeNull();
    await page.goto("/circles");
    await expect(page).toHaveURL("/auth");
  });

  test("while the call is in progress, the button says Loading... and a second click does nothing", async ({
    page,
    api,
  }) => {
    const owner = await api.signUp();
    const release = Promise.withResolvers<void>();
    let asked = 0;
    await page.route("**/auth/v1/token**", async (route) => {
      asked += 1;
      await release.promise;
      await route.fallback();
    });
    await page.goto("/auth");
    await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
    await page.getByRole("textbox", { name: "Password" }).fill(owner.password);
    await page.keyboard.press("Enter");
    const busy = page.getByRole("button", { name: "Loading..." });
    await expect(busy).toHaveAttribute("aria-disabled", "true");
    await busy.click({ force: true });
    release.resolve();
    await expect(page).toHaveURL("/circles");
    expect(asked).toBe(1);
  });

  test("every screen of an owner is closed to everyone else", async ({ page }) => {
    for (const address of guarded) {
      await page.goto(address);
      await expect(page, address).toHaveURL("/auth");
    }
  });

  test("a forgotten password is replaced with the code from the email", async ({
    page,
    openBrowser,
    api,
  }) => {
    const owner = await api.signUp();
    await page.goto("/auth");
    await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Forgot password?" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(owner.email);
    await page.getByRole("button", { name: "Send email" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

    const { text } = await api.mailTo(owner.email, "auth_recovery");
    await page.getByRole("textbox", { name: "Code" }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await expect(page).toHaveURL("/auth?mode=new-password");
    await page.getByRole("textbox", { name: "New password" }).fill("another horse");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page).toHaveURL("/circles");
    await expect(notification(page, "Password changed")).toBeVisible();
    await api.mailTo(owner.email, "auth_password_changed");

    const elsewhere = await openBrowser();
    await elsewhere.goto("/auth");
    await elsewhere.getByRole("textbox", { name: "Email" }).fill(owner.email);
    await elsewhere.getByRole("textbox", { name: "Password" }).fill("another horse");
    await elsewhere.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(elsewhere).toHaveURL("/circles");
  });

  test("a forgotten password is replaced with the email's link, in the browser that requested it", async ({
    page,
    api,
  }) => {
    const owner = await api.signUp();
    await page.goto("/auth");
    await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await page.getByRole("button", { name: "Send email" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await pressMailedLink(page, (await api.mailTo(owner.email, "auth_recovery")).text);
    await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await page.getByRole("textbox", { name: "New password" }).fill("another horse");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page).toHaveURL("/circles");
  });

  test("an address confirmed in another browser asks for a new password, and the browser that signed up is signed out", async ({
    page,
    openAs,
    api,
    allow,
  }) => {
    const stranger = await api.signUp();
    const theirs = await openAs(stranger);
    await theirs.goto("/circles");
    await expect(theirs.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await api.auth("/resend", {
      type: "signup",
      email: stranger.email,
      code_challenge: "v".repeat(43),
      code_challenge_method: "plain",
    });
    const mail = await api.mailTo(stranger.email, "auth_confirm_signup");
    const link = mail.links.find((href) => href.includes("/auth/v1/verify")) ?? "";
    await page.goto(link);
    await expectAccessible(page, "a mailed link");
    await page.getByRole("button", { name: `Confirm ${stranger.email}` }).click();
    await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await expect(page.getByText(stranger.email)).toBeVisible();
    await page.getByRole("textbox", { name: "New password" }).fill("another horse");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page).toHaveURL("/circles");
    allow(/status of 4\d\d/);
    await expectSignedOut(theirs);

    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
    await expectAccessible(page, "a mailed link that was used");
  });

  test("an account with an authenticator app is asked for its code", async ({
    page,
    api,
    allow,
  }) => {
    const owner = await api.signUp();
    const factor = await api.auth<{ id: string; totp: { secret: string } }>(
      "/factors",
      { factor_type: "totp", friendly_name: "Phone" },
      owner,
    );
    const challenge = await api.auth<{ id: string }>(`/factors/${factor.id}/challenge`, {}, owner);
    const codeIn = (seconds: number) =>
      generate({ secret: factor.totp.secret, epoch: Math.floor(Date.now() / 1000) + seconds });
    await api.auth(
      `/factors/${factor.id}/verify`,
      { challenge_id: challenge.id, code: await codeIn(0) },
      owner,
    );

    await signIn(page, owner);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await page.goto("/circles");
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();

    allow(/status of 4\d\d .*\/auth\/v1\/factors/);
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill(wrongCode(await Promise.all([-30, 0, 30, 60].map(codeIn))));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(notification(page, "Error")).toBeVisible();
    // A code is accepted once, so this is the next one; a clock half a minute ahead is tolerated.
    await code.fill(await codeIn(30));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/circles");
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  });

  test("signing out in one tab ends it in the other", async ({ openAs, allow }) => {
    // Calls of the other tab that are in progress at that moment are refused.
    allow(/status of (401|403)/);
    const page = await openAs();
    await page.goto("/circles");
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/settings");
    await expect(other.getByRole("textbox", { name: "Full Name" })).toHaveValue("Maya");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/auth");
    await expect(other).toHaveURL("/auth");
  });

  test("a session that was ended elsewhere leads to the sign-in page", async ({
    openAs,
    api,
    allow,
  }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    await page.goto("/circles");
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    allow(/status of (400|401|403)/);
    await api.read(owner, "POST", "/auth/v1/logout?scope=global");
    await expectSignedOut(page);
  });

  test("the name is changed in Settings, and a new address by its own link", async ({
    openAs,
    api,
  }) => {
    const owner = await api.signUp();
    const page = await openAs(owner);
    await page.goto("/settings");
    await page.getByRole("textbox", { name: "Full Name" }).fill("Maya Okafor");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(notification(page, "Changes saved")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Full Name" })).toHaveValue("Maya Okafor");

    const email = newAddress("maya");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText(/The change takes effect once you have followed/)).toBeVisible();
    await pressMailedLink(page, (await api.mailTo(email, "auth_email_change")).text);
    await expect(page).toHaveURL(/\/settings/);
    await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
  });
});

function wrongCode(right: string[]): string {
  const codes = ["000000", "111111", "222222", "333333"];
  return codes.find((code) => !right.includes(code)) ?? "444444";
}
