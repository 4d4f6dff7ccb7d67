import { expect, it } from "vitest";
import { buildRedirectUrl, isOnDevice, isRedirectUri, isRegistered } from "./redirect-uris.ts";

it.each([
  ["https://app.example/callback", true],
  ["https://app.example/callback?from=paraline", true],
  ["http://localhost:9999/callback", true],
  ["http://127.0.0.1/callback", true],
  ["http://[::1]:9999/callback", true],
  ["http://app.example/callback", false],
  ["http://localhost.evil.example/", false],
  ["http://127.0.0.1.evil.example/", false],
  ["https://app.example/#part", false],
  ["https://app.example/callback#", false],
  ["https://app.example@evil.example/", false],
  ["http://localhost@evil.example/", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["file:///etc/passwd", false],
  ["blob:https://app.example/x", false],
  ["app.example:/callback", false],
  ["//app.example/callback", false],
  ["/callback", false],
  ["", false],
  [`https://app.example/${"x".repeat(480)}`, true],
  [`https://app.example/${"x".repeat(481)}`, false],
])("an app may be answered at %s: %s", (uri, isAllowed) => {
  expect(isRedirectUri(uri)).toBe(isAllowed);
});

it.each([
  ["https://app.example/callback", "https://app.example/callback", true],
  ["https://app.example/callback", "https://app.example/callback/", false],
  ["https://app.example/callback", "https://app.example/callback?x=1", false],
  ["https://app.example/callback", "https://app.example:8443/callback", false],
  ["https://app.example/callback", "https://evil.example/callback", false],
  ["http://127.0.0.1/callback", "http://127.0.0.1:50123/callback", true],
  ["http://localhost:1234/callback", "http://localhost:4321/callback", true],
  ["http://127.0.0.1/callback", "http://127.0.0.1:50123/other", false],
  ["http://127.0.0.1/callback", "http://localhost:50123/callback", false],
  ["http://localhost/callback", "https://localhost:50123/callback", false],
  ["http://localhost/callback", "http://localhost:80@evil.example/callback", false],
  ["http://localhost/callback", "http://localhost:1#/callback", false],
])("registered as %s, an app may be answered at %s: %s", (registered, asked, isAllowed) => {
  expect(isRegistered([registered], asked)).toBe(isAllowed);
});

it.each([
  ["http://localhost:9999/callback", true],
  ["http://127.0.0.1/callback", true],
  ["http://[::1]/callback", true],
  ["https://app.example/callback", false],
])("%s is on the owner's own device: %s", (uri, isOwn) => {
  expect(isOnDevice(uri)).toBe(isOwn);
});

it("keeps the parameters that an address has of its own", () => {
  const answer = buildRedirectUrl("https://app.example/callback?tab=1", {
    code: "a b",
    state: null,
  });
  expect(answer).toBe("https://app.example/callback?tab=1&code=a+b");
});
