import {
  desktop,
  expect,
  expectGoodLooks,
  notification,
  phone,
  pressEmailedLink,
  signIn,
  test,
} from "../testing/fixtures.ts";
import { newAddress } from "../testing/owners.ts";

test.use({ settings: { AUTH_CONFIRM_EMAIL: "true" } });

// Each worker would start a product with these settings, and one is enough.
test.describe.configure({ mode: "default" });

const codeIn = ({ text }: { text: string }) => /\b\d{6}\b/.exec(text)?.[0] ?? "";

test("a new person signs in by an emailed code, chooses a password with another one, and disowns a sign-in", async ({
  page,
  openBrowser,
  api,
  allow,
}) => {
  const email = newAddress("maya");
  await page.goto("/auth");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("heading", { name: "Sign in by email" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await expectGoodLooks(page, "asking for a sign-in link");
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expectGoodLooks(page, "a code to type");
  const emailed = await api.emailTo(email, "auth_magic_link");
  await page.getByRole("textbox", { name: "Code" }).fill(codeIn(emailed));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/circles");
  await expect(notification(page, "Welcome back!")).toBeVisible();

  await page.goto("/settings");
  await page.getByRole("button", { name: "Email me a code to choose one" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  await expectGoodLooks(page, "a password by a code");
  const second = await api.emailTo(email, "auth_reauthentication");
  await page.getByRole("textbox", { name: "Code" }).fill(codeIn(second));
  await page.getByRole("textbox", { name: "New password" }).fill("another horse");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(notification(page, "Password changed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Email me a code instead" })).toBeVisible();

  const strangers = await openBrowser({
    ...phone,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await signIn(strangers, { email, password: "another horse" });
  await expect(strangers).toHaveURL("/circles");
  const about = await api.emailTo(email, "auth_new_sign_in");
  expect(about.text).toContain("Firefox on Linux");
  // A browser without scripts is enough for the page of the link.
  const reader = await openBrowser({ ...desktop, javaScriptEnabled: false });
  await reader.goto(about.links.find((href) => href.includes("/auth/v1/verify")) ?? "");
  await expect(reader.getByRole("heading", { name: "Sign everyone out?" })).toBeVisible();
  await expect(reader.getByRole("button")).toHaveCount(1);
  allow(/status of 4\d\d/);
  await pressEmailedLink(page, about.text);
  await expect(page.getByRole("heading", { name: "Everyone is signed out" })).toBeVisible();
  await expectGoodLooks(page, "everyone is signed out");
  await strangers.goto("/circles");
  await expect(strangers).toHaveURL("/auth");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const recovery = await api.emailTo(email, "auth_recovery");
  await page.getByRole("textbox", { name: "Code" }).fill(codeIn(recovery));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
});

test("a sign-in link works in the browser that asked for it, and says so in another", async ({
  page,
  openBrowser,
  api,
}) => {
  const email = newAddress("noor");
  const ask = async () => {
    await page.goto("/auth?mode=link");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Send email" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    return (await api.emailTo(email, "auth_magic_link")).text;
  };
  const text = await ask();
  const other = await openBrowser(phone);
  await other.goto(/https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(text)?.[0] ?? "");
  await expectGoodLooks(other, "a sign-in link");
  await other.getByRole("button", { name: `Create an account for ${email}` }).click();
  await expect(other.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
  await expect(other.getByText("only in the browser where you asked for it")).toBeVisible();
  await expectGoodLooks(other, "a sign-in link in another browser");

  // The code still works where it was requested, since nobody has signed in.
  await page.getByRole("textbox", { name: "Code" }).fill(codeIn({ text }));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/circles");
});

test("if addresses are confirmed, signing up waits for the emailed link, which leads on in the same browser", async ({
  page,
  api,
  allow,
}) => {
  const email = newAddress("ines");
  await page.goto("/auth?mode=signup");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectGoodLooks(page, "an address to confirm");
  allow(/status of 400 .*\/auth\/v1\/token/);
  await signIn(page, { email, password: "correct horse" });
  await expect(notification(page, "Email not confirmed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await pressEmailedLink(page, (await api.emailTo(email, "auth_confirm_signup")).text);
  await expect(page).toHaveURL("/circles");
});
