import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = `
    <a href="/auth" data-sign-in>Sign In</a>
    <a href="/auth" data-start>Start your first paraline</a>
    <iframe title="App preview" data-src="/circles?preview"></iframe>`;
});

afterEach(() => document.head.replaceChildren());

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

test("if people sign in at another server, only a session of that one counts", async () => {
  const meta = document.createElement("meta");
  meta.name = "paraline-sign-in-server";
  meta.content = "https://auth.example/base publishable";
  document.head.append(meta);
  localStorage.setItem("paraline.auth", "{}");
  await import("./public-pages.ts");
  expect(links()[0]).toEqual(["Sign In", "/auth"]);

  vi.resetModules();
  localStorage.setItem("paraline.auth https://auth.example/base", "{}");
  await import("./public-pages.ts");
  expect(links()[0]).toEqual(["Go to Dashboard", "/circles"]);
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
