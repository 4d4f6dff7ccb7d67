import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = `
    <a href="/auth" data-sign-in>Sign In</a>
    <a href="/auth" data-start>Start your first paraline</a>
    <iframe title="App preview" data-src="/circles?preview"></iframe>`;
});

const links = () =>
  [...document.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);

test("someone signed in is led to their dashboard and to a new paraline", async () => {
  localStorage.setItem("paraline.auth", "{}");
  await import("./public-pages.ts");
  expect(links()).toEqual([
    ["Go to Dashboard", "/circles"],
    ["Start your first paraline", "/create"],
  ]);
});

test("everyone else sees the page as it was sent", async () => {
  await import("./public-pages.ts");
  expect(links()).toEqual([
    ["Sign In", "/auth"],
    ["Start your first paraline", "/auth"],
  ]);
});

test("the preview is requested once the page itself has loaded", async () => {
  await import("./public-pages.ts");
  expect(document.querySelector("iframe")?.getAttribute("src")).toBe("/circles?preview");
});
