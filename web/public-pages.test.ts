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

test("somebody signed in is led to their dashboard and to a new paraline", async () => {
  localStorage.setItem("paraline.auth", "{}");
  await import("./public-pages.ts");
  expect(links()).toEqual([
    ["Go to Dashboard", "/circles"],
    ["Start your first paraline", "/create"],
  ]);
});

test("everybody else keeps the page as it was sent", async () => {
  await import("./public-pages.ts");
  expect(links()).toEqual([
    ["Sign In", "/auth"],
    ["Start your first paraline", "/auth"],
  ]);
});

test("the preview is asked for when the page itself is done", async () => {
  await import("./public-pages.ts");
  expect(document.querySelector("iframe")?.getAttribute("src")).toBe("/circles?preview");
});
