import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Circle } from "#contract/circles/circles.ts";
import { CircleProgress } from "../share/circle-progress.tsx";
import { CircleCard } from "./circle-card.tsx";

const anonymous = {
  id: "c1111111-1111-4111-8111-111111111111",
  title: "Bakery",
  is_anonymous: true,
  status: "active",
  deadline: null,
  cover_image_url: null,
  responses_count: 0,
  invites_count: 5,
} as Circle;

test("an anonymous paraline counts its perspectives, and beneath says what it waits for", () => {
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

test("one that has closed with too few says that nothing is shown", () => {
  render(<CircleProgress circle={{ ...anonymous, status: "completed" }} />);
  expect(screen.getByRole("heading").textContent).toBe(
    "Fewer than 3 people answered, so nothing is shown.",
  );
});
