import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({
  environment: {
    AUTH_CAPTCHA_PROVIDER: "hcaptcha",
    AUTH_CAPTCHA_SITE_KEY: "10000000-ffff-ffff-ffff-000000000001",
    AUTH_CAPTCHA_SECRET: "secret",
  },
});
const without = useTestApp();

const readPolicy = (answer: Response) => answer.headers.get("content-security-policy") ?? "";

it("a captcha's script may load only on /auth", async () => {
  const page = await app.request("/auth");
  expect(await page.text()).toContain(
    '<meta name="paraline-captcha" content="hcaptcha 10000000-ffff-ffff-ffff-000000000001">',
  );
  expect(readPolicy(page)).toContain(
    "script-src 'self' https://hcaptcha.com https://*.hcaptcha.com",
  );
  expect(readPolicy(page)).toContain("frame-src 'self' https://hcaptcha.com");
  for (const path of ["/", "/circles", "/settings", "/results", "/invite?token=x"]) {
    const other = await app.request(path);
    expect(readPolicy(other)).not.toContain("hcaptcha");
    expect(await other.text()).not.toContain("10000000-ffff");
  }
});

it("no captcha's script may load if none is configured", async () => {
  const page = await without.request("/auth");
  expect(readPolicy(page)).not.toMatch(/hcaptcha|cloudflare/);
  expect(await page.text()).not.toContain("captcha");
});
