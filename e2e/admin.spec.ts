import { beginAuthenticatorApp } from "./testing/authenticator-app.ts";
import { desktop, expect, expectGoodLooks, phone, test } from "./testing/fixtures.ts";
import type { Api, Owner } from "./testing/owners.ts";

const operatorEmail = "operator@example.com";

test.use({ settings: { ADMIN_EMAILS: operatorEmail, BILLING: "test" } });

/** Signs the operator in by an emailed code, which proves the address. */
async function signInOperator(api: Api): Promise<Owner> {
  await api.auth("/otp", { email: operatorEmail, create_user: true });
  const { text } = await api.emailTo(operatorEmail, "auth_magic_link");
  const token = /\b\d{6}\b/.exec(text)?.[0];
  const proof = { type: "email", email: operatorEmail, token };
  const session = await api.auth<Owner["session"]>("/verify", proof);
  return { email: operatorEmail, password: "", user_id: session.user.id, session };
}

test("an operator adds a second step and sees how the server is doing; for others there is no such page", async ({
  api,
  openAs,
  openBrowser,
  allow,
}) => {
  allow(/status of 40[34]|404: there is no page at \/admin/);
  const page = await openAs(await signInOperator(api), desktop);
  await page.goto("/admin");
  await expect(page.getByText("This page needs a second step.")).toBeVisible();
  await expectGoodLooks(page, "the operator's page without a second step");

  await page.getByRole("link", { name: "Add a second step" }).click();
  const codeIn = await beginAuthenticatorApp(page);
  await page.getByRole("textbox", { name: "Code" }).fill(await codeIn(0));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  await page.getByRole("link", { name: "See how it is doing" }).click();
  await expect(page.getByRole("heading", { name: "This server" })).toBeFocused();
  await expect(page.getByText("No backup has been made yet.")).toBeVisible();
  await expect(
    page.getByRole("definition").filter({ hasText: "serves and runs jobs" }),
  ).toBeVisible();
  await expectGoodLooks(page, "the operator's page");

  const owner = await api.signUp();
  const theirs = await openAs(owner, phone);
  await theirs.goto("/settings");
  await expect(theirs.getByRole("button", { name: "Delete my account" })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "See how it is doing" })).toHaveCount(0);
  const stranger = await openBrowser(phone);
  for (const elsewhere of [theirs, stranger]) {
    await elsewhere.goto("/admin");
    await expect(elsewhere.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
  }
  expect((await api.read(owner, "GET", "/api/admin")).status).toBe(404);
});
