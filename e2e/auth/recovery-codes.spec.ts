import { readFile } from "node:fs/promises";
import { beginAuthenticatorApp } from "../testing/authenticator-app.ts";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  notification,
  phone,
  signIn,
  test,
} from "../testing/fixtures.ts";

test("an owner stores recovery codes, signs in with one, and makes new ones", async ({
  openAs,
  openBrowser,
  api,
  allow,
}) => {
  allow(/status of 4\d\d/);
  const owner = await api.signUp();
  const page = await openAs(owner, phone);
  await page.goto("/settings");
  const codeIn = await beginAuthenticatorApp(page);
  await page.getByRole("textbox", { name: "Code" }).fill(await codeIn(0));
  await page.getByRole("button", { name: "Turn on" }).click();

  const heading = page.getByRole("heading", { name: "Recovery codes" });
  await expect(heading).toBeFocused();
  await expectAccessible(page, "the offer of recovery codes");
  await page.getByRole("button", { name: "Make recovery codes" }).click();
  const shown = page.getByRole("list", { name: "Your recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  for (const code of codes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
  await expect(page.getByText("They are not shown again.")).toBeFocused();
  await expectAccessible(page, "new recovery codes");
  await expectNoHorizontalScroll(page, "new recovery codes");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const code of [owner.email, ...codes]) expect(file).toContain(code);
  // On paper there are only the codes and the account that they belong to.
  await page.emulateMedia({ media: "print" });
  await expect(shown.first()).toBeVisible();
  await expect(page.getByText(`Recovery codes of ${owner.email}`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Full Name" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Copy" })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("10 of 10 codes are left.")).toBeVisible();

  const elsewhere = await openBrowser(phone);
  await signIn(elsewhere, owner);
  await elsewhere.getByRole("button", { name: "Use a recovery code instead" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Use a recovery code" })).toBeFocused();
  await expectAccessible(elsewhere, "a recovery code instead of the second step");
  const field = elsewhere.getByRole("textbox", { name: "Recovery code" });
  await field.fill("wrong-code");
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await expect(
    elsewhere
      .getByText("This recovery code is wrong or has been used. Check it, or type another one.")
      .last(),
  ).toBeVisible();
  await field.fill(codes[0]?.toUpperCase() ?? "");
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await expect(elsewhere).toHaveURL("/circles");
  const { text } = await api.emailTo(owner.email, "auth_recovery_code_used");
  expect(text).toContain("9 are left.");

  await elsewhere.goto("/settings");
  await expect(elsewhere.getByText("9 of 10 codes are left.")).toBeVisible();
  const renew = elsewhere
    .getByRole("region", { name: "Second step" })
    .getByRole("button", { name: "Make new codes" });
  await renew.click();
  await expect(elsewhere.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await elsewhere.keyboard.press("Escape");
  await expect(renew).toBeFocused();
  await renew.click();
  await elsewhere.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
  const renewed = elsewhere.getByRole("list", { name: "Your recovery codes" });
  await expect(renewed.getByRole("listitem")).toHaveCount(10);
  await expect(elsewhere.getByText("They are not shown again.")).toBeFocused();
  await expect(renewed).not.toContainText(codes[1] ?? "");
});

test("an owner adds a phone, and signs in with a code from a text message", async ({
  openAs,
  openBrowser,
  api,
  allow,
}) => {
  allow(/status of 4\d\d/);
  const owner = await api.signUp();
  const page = await openAs(owner, phone);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a phone" }).click();
  const number = page.getByRole("textbox", { name: "Phone number" });
  await expect(number).toBeFocused();
  await number.fill("0740");
  await page.getByRole("textbox", { name: "Name of this phone" }).fill("Old phone");
  await page.getByRole("button", { name: "Text me a code" }).click();
  await expect(
    notification(page, "Please enter the number with + and the country code"),
  ).toBeVisible();
  // This number belongs to no one.
  const mine = "+12025550123";
  await number.fill(mine);
  await expectAccessible(page, "adding a phone");
  await expectNoHorizontalScroll(page, "adding a phone");
  await page.getByRole("button", { name: "Text me a code" }).click();
  await expect(page.getByText("We texted a code to")).toBeFocused();
  await expectAccessible(page, "the code of a phone");
  const code = page.getByRole("textbox", { name: "Code" });
  const codeIn = (text: string) => /^\d{6}/.exec(text)?.[0] ?? "";
  await code.fill(codeIn((await api.emailTo(mine, "text_message")).text));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText(`Ends in ${mine.slice(-2)}, added`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeFocused();

  const elsewhere = await openBrowser(phone);
  await signIn(elsewhere, owner);
  await expect(elsewhere.getByText("the code that we text to your phone")).toBeVisible();
  await expectAccessible(elsewhere, "the second step by phone");
  await elsewhere.getByRole("button", { name: "Text me a code" }).click();
  await elsewhere.getByRole("textbox", { name: "Code" }).fill("12");
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await expect(notification(elsewhere, "Please enter the 6 digits")).toBeVisible();
  await expect
    .poll(async () => (await api.emails()).filter(({ to }) => to === mine))
    .toHaveLength(2);
  const { text } = await api.emailTo(mine, "text_message");
  await elsewhere.getByRole("textbox", { name: "Code" }).fill(codeIn(text));
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await expect(elsewhere).toHaveURL("/circles");
});
