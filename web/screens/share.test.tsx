import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answers, account, openAsOwner } from "#web/testing/app.tsx";
import { circle } from "#web/testing/results.ts";
import "./share.tsx";

const { id } = circle;

const answersWith = (about: object): Answers => ({
  "GET /api/account": { body: account },
  [`GET /api/circles/${id}`]: { body: { circle: { ...circle, open_link: false, ...about } } },
  [`GET /api/circles/${id}/invites`]: { body: { invites: [], waits_for_owner: false } },
});

test.each([
  ["active", "Your Paraline is live"],
  ["completed", "Your Paraline has closed"],
])("the title says how a paraline is that is %s", async (status, title) => {
  await openAsOwner(`/share?circle=${id}`, answersWith({ status }));
  await screen.findByRole("heading", { level: 1, name: title });
  await waitFor(() => expect(document.title).toBe(`${title} · Paraline`));
});

test("the title claims nothing about a paraline that could not be loaded", async () => {
  await openAsOwner(`/share?circle=${id}`, { "GET /api/account": { body: account } });
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Share your Paraline");
  expect(document.title).toBe("Share your Paraline · Paraline");
});

test("the title claims nothing without a paraline", async () => {
  await openAsOwner("/share", { "GET /api/account": { body: account } });
  await screen.findByRole("link", { name: "Choose a paraline" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Share your Paraline");
});
