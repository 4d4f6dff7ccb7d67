import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "./request-context.ts";
import { securityHeaders } from "./security-headers.ts";

async function readHeaders(publicUrl: string): Promise<Headers> {
  const app = new Hono<AppEnv>()
    .use(securityHeaders(publicUrl))
    .get("/", (c) => c.json({ ok: true }));
  return (await app.request("/")).headers;
}

test("every response keeps other windows, devices and interest tracking out", async () => {
  expect(Object.fromEntries(await readHeaders("https://paraline.example"))).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  });
});

test("browsers are told to use https where the product is served over it, and only there", async () => {
  const header = "strict-transport-security";
  expect((await readHeaders("https://paraline.example")).get(header)).toBe("max-age=31536000");
  expect((await readHeaders("http://localhost:3000")).get(header)).toBeNull();
});
