import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { circle } from "#web/testing/results.ts";
import { CircleProgress } from "../share/circle-progress.tsx";
import { CircleCard } from "./circle-card.tsx";

const anonymous = { ...circle, is_anonymous: true, responses_count: 0, invites_count: 5 };

test("a paraline shows whether it is open, its deadline and its perspectives, and leads to its screens", () => {
  render(
    <MemoryRouter>
      <CircleCard circle={{ ...circle, deadline: "2026-12-01" }} menu={null} />
    </MemoryRouter>,
  );
  for (const words of ["Active", "Dec 01, 2026", "1/3 perspectives"]) screen.getByText(words);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/results?circle=${circle.id}`,
    `/share?circle=${circle.id}`,
    `/create?edit=${circle.id}`,
  ]);
});

test("an anonymous paraline counts its perspectives, and says below what it is waiting for", () => {
  const card = render(
    <MemoryRouter>
      <CircleCard circle={anonymous} menu={null} />
    </MemoryRouter>,
  );
  screen.getByText("0/5 perspectives");
  screen.getByText("Waiting for at least 3 perspectives");
  card.unmount();
  render(<CircleProgress circle={anonymous} />);
  screen.getByRole("heading", { name: "0 of 5 perspectives received" });
  screen.getByText("Waiting for at least 3 perspectives");
});

test("one that has closed with too few answers says that nothing is shown", () => {
  render(<CircleProgress circle={{ ...anonymous, status: "completed" }} />);
  expect(screen.getByRole("heading").textContent).toBe(
    "Fewer than 3 people answered, so nothing is shown.",
  );
});
