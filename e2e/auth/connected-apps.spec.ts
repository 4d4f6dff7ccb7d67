import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectGoodLooks, notification, phone, test } from "../testing/fixtures.ts";
import type { Product } from "../testing/product.ts";

const redirectUri = "https://assistant.example/callback";

/** An app that has registered itself and sends its owner's browser to the consent page. */
async function registerApp({ url }: Product) {
  const response = await fetch(`${url}/auth/v1/oauth/clients/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: "Test assistant",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = (await response.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "circles:read results:read",
    resource: `${url}/mcp`,
    state: "kept",
  });
  return {
    authorizeAddress: `/auth/v1/oauth/authorize?${query}`,
    /** Exchanges the code that the app was sent. */
    async redeem(callback: URL): Promise<string> {
      const answer = await fetch(`${url}/auth/v1/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id,
          code: callback.searchParams.get("code") ?? "",
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    async listCircles(accessToken: string): Promise<number> {
      const answer = await fetch(`${url}/api/circles`, {
        headers: { Authorization: `Bearer ${accessToken}` },
      });
      return answer.status;
    },
  };
}

/** Answers requests to the app's own site. */
async function standInForApp(page: Page, allow: (trouble: RegExp) => void): Promise<void> {
  allow(/^third party: https:\/\/assistant\.example\/callback\?/);
  await page.route("https://assistant.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>App</title>The app" }),
  );
}

test("an owner signs in, connects an app, and disconnects it in Settings", async ({
  openBrowser,
  product,
  api,
  allow,
}) => {
  const owner = await api.signUp();
  const app = await registerApp(product);
  const page = await openBrowser(phone);
  await standInForApp(page, allow);

  await page.goto(app.authorizeAddress);
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText("Sign in to respond to an app")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill(owner.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Connect an app?" })).toBeFocused();
  await expect(page.getByText("“Test assistant”")).toBeVisible();
  await expect(page.getByText("assistant.example")).toBeVisible();
  await expect(page.getByText(owner.email)).toBeVisible();
  // The button can't be clicked at first, and changes its colours when it can.
  const allowIt = page.getByRole("button", { name: "Allow", exact: true });
  await expect(allowIt).toBeEnabled();
  await expectGoodLooks(page, "the question whether to connect an app");

  await allowIt.click();
  await page.waitForURL(`${redirectUri}?**`);
  const callback = new URL(page.url());
  expect(callback.searchParams.get("state")).toBe("kept");
  const accessToken = await app.redeem(callback);
  expect(await app.listCircles(accessToken)).toBe(200);

  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Connected apps" });
  await expect(
    section.getByText("May read reflections and insights, your paralines"),
  ).toBeVisible();
  await expect(section.getByText(/^Last used/)).toBeVisible();
  await expectGoodLooks(page, "Settings with a connected app");
  await section.getByRole("button", { name: /^Disconnect/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectGoodLooks(page, "disconnecting an app");
  await page.keyboard.press("Escape");
  await expect(section.getByRole("button", { name: /^Disconnect/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(notification(page, "App disconnected")).toBeVisible();
  await expect(section.getByText("No app is connected.")).toBeVisible();
  expect(await app.listCircles(accessToken)).toBe(403);

  allow(/404/);
  await page.goto(`/oauth/consent?authorization_id=${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This request can't be used" })).toBeVisible();
  await expectGoodLooks(page, "a request that can't be used");
});

test("an app learns that its owner refused, and no other site can frame the question", async ({
  openAs,
  product,
  allow,
}) => {
  const app = await registerApp(product);
  const page = await openAs();
  await standInForApp(page, allow);
  await page.goto(app.authorizeAddress);
  const shown = await page.request.get(page.url());
  expect(shown.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(shown.headers()["referrer-policy"]).toBe("no-referrer");
  await page.getByRole("button", { name: "Don't allow" }).click();
  await page.waitForURL(`${redirectUri}?**`);
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
});
