import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Circle } from "#contract/circles/circles.ts";
import type { Review } from "#contract/decisions.ts";
import { account, openAsOwner } from "#web/testing/app.tsx";
import { circle } from "#web/testing/results.ts";
import "./history.tsx";

const idOf = (place: number) => `7b0f9a3e-3f7c-4c1e-9a52-00000000000${place}`;

const closed = (place: number): Circle => ({
  ...circle,
  id: idOf(place),
  title: `Paraline ${place}`,
  status: "completed",
  closed_on: "2026-11-10",
});

const review = (place: number, changes: Partial<Review> = {}): Review => ({
  circle_id: idOf(place),
  review_date: "2026-11-10",
  prediction: `Prediction ${place}`,
  confidence: 80,
  what_happened: "",
  came_true: null,
  can_review: true,
  ...changes,
});

async function openHistory(circles: Circle[], reviews: Review[]) {
  const app = await openAsOwner("/history", {
    "GET /api/account": { body: account },
    "GET /api/circles": { body: { circles } },
    "GET /api/decisions": { body: { reviews } },
  });
  await screen.findByText("Paraline 1");
  return app;
}

const row = (place: number) => {
  const heading = screen.getByRole("heading", { name: `Paraline ${place}` });
  return within(heading.closest("li") as HTMLElement);
};

test("shows what was predicted and what happened, or when that is reviewed", async () => {
  await openHistory(
    [closed(1), closed(2), closed(3), closed(4)],
    [
      review(1, { what_happened: "I stayed.", came_true: "partly" }),
      review(2),
      review(3, { review_date: "2031-02-04", can_review: false, confidence: null }),
    ],
  );
  expect(row(1).getByText("Prediction 1").parentElement?.textContent).toContain("(80% sure)");
  for (const words of ["I stayed.", "Partly"]) expect(row(1).getByText(words)).toBeTruthy();
  expect(row(1).queryByText("Review")).toBeNull();
  const link = row(2).getByRole("link", { name: "Write what happened, Paraline 2" });
  expect(link.getAttribute("href")).toBe(`/decision?circle=${idOf(2)}`);
  expect(row(3).getByText("Feb 04, 2031")).toBeTruthy();
  expect(row(3).queryByText("What happened")).toBeNull();
  expect(row(4).queryByText("Predicted")).toBeNull();
  expect(screen.getByText(/^After 4 more reviews with how sure you were/)).toBeTruthy();
});

test("shows no plot and promises none before anything is reviewed", async () => {
  await openHistory([closed(1)], [review(1)]);
  expect(screen.queryByText(/more review/)).toBeNull();
  expect(screen.queryByRole("img")).toBeNull();
});

test("shows from the fifth review on how well the owner's confidence matched", async () => {
  const places = [1, 2, 3, 4, 5];
  const reviews = places.map((place) =>
    review(place, { came_true: place > 3 ? "no" : "yes", confidence: place === 1 ? 20 : 80 }),
  );
  // The review of a paraline that is still open does not count.
  const app = await openHistory(places.slice(0, 4).map(closed), reviews);
  expect(screen.getByText(/^After 1 more review with how sure you were/)).toBeTruthy();
  app.unmount();
  await openHistory(places.map(closed), reviews);
  const section = within(screen.getByRole("region", { name: "How well your confidence matched" }));
  const largest = "When you were about 80% sure, it came true 2 of 4 times.";
  expect(section.getByText(largest)).toBeTruthy();
  expect(section.getByRole("img").getAttribute("aria-label")).toBe(
    `The one time you were about 20% sure, it came true. ${largest}`,
  );
});
