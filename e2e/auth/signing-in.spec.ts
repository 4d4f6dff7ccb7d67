import {
  expect,
  expectAccessible,
  expectSignedOut,
  notification,
  pressEmailedLink,
  signIn,
  test,
} from "../testing/fixtures.ts";

test.describe("an owner signs in", () => {
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

    const { text } = await api.emailTo(owner.email, "auth_recovery");
    await page.getByRole("textbox", { name: "Code" }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await expect(page).toHaveURL("/auth?mode=new-password");
    await page.getByRole("textbox", { name: "New password" }).fill("another horse");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page).toHaveURL("/circles");
    await expect(notification(page, "Password changed")).toBeVisible();
    await api.emailTo(owner.email, "auth_password_changed");

    const elsewhere = await openBrowser();
    await signIn(elsewhere, { ...owner, password: "another horse" });
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
    await pressEmailedLink(page, (await api.emailTo(owner.email, "auth_recovery")).text);
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
    const mail = await api.emailTo(stranger.email, "auth_confirm_signup");
    const link = mail.links.find((href) => href.includes("/auth/v1/verify")) ?? "";
    await page.goto(link);
    await expectAccessible(page, "an emailed link");
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
    await expectAccessible(page, "an emailed link that was used");
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
});
