import { expect, type Page } from "@playwright/test";
import { generate } from "otplib";

/**
 * Starts adding an authenticator app in Settings.
 * @returns a function that gives the code shown this many seconds from now
 */
export async function beginAuthenticatorApp(
  page: Page,
): Promise<(seconds: number) => Promise<string>> {
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("textbox", { name: "Name of this authenticator" }).fill("My phone");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const key = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = (key ?? "").replaceAll(" ", "");
  return (seconds) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });
}
