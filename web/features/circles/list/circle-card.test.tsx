import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { circle } from "#web/testing/results.ts";
import { CircleProgress } from "../share/circle-progress.tsx";
import { CircleCard } from "./circle-card.tsx";
import { CircleChoiceList } from "./circle-rows.tsx";

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

test("a closed paraline shows the day it closed, and its deadline as what it is if that was another day", () => {
  const closed = { ...circle, status: "completed", closed_on: "2026-11-28" } as const;
  const show = (deadline: string | null) => {
    const { container, unmount } = render(
      <MemoryRouter>
        <CircleCard circle={{ ...closed, deadline }} menu={null} />
      </MemoryRouter>,
    );
    const words = container.textContent ?? "";
    unmount();
    return words;
  };
  expect(show("2026-12-01")).toContain("Deadline: Dec 01, 2026");
  expect(show("2026-12-01")).toContain("Completed: Nov 28, 2026");
  expect(show(null)).toContain("Completed: Nov 28, 2026");
  expect(show("2026-11-28").match(/Nov 28, 2026/g)).toHaveLength(1);
});

test("the list to choose from names the day a paraline closed instead of its deadline", () => {
  const closed = { status: "completed", closed_on: "2026-11-28", deadline: "2026-12-01" } as const;
  render(
    <MemoryRouter>
      <CircleChoiceList circles={[{ ...circle, ...closed }]} />
    </MemoryRouter>,
  );
  screen.getByText("Completed: Nov 28, 2026");
  expect(screen.queryByText(/Dec 01, 2026/)).toBeNull();
});

test("an anonymous paraline counts its perspectives, and says below until when they are sealed", () => {
  const card = render(
    <MemoryRouter>
      <CircleCard circle={anonymous} menu={null} />
    </MemoryRouter>,
  );
  screen.getByText("0/5 perspectives");
  screen.getByText("Sealed until you close it");
  card.unmount();
  render(<CircleProgress circle={anonymous} />);
  screen.getByRole("heading", { name: "0 of 5 perspectives received" });
  screen.getByText("Sealed until you close it");
});

test("one that has closed with too few answers says that nothing is shown", () => {
  render(<CircleProgress circle={{ ...anonymous, status: "completed" }} />);
  expect(screen.getByRole("heading").textContent).toBe(
    "Fewer than 3 people answered, so nothing is shown.",
  );
});
