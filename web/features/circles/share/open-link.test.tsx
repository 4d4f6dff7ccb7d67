import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CircleDetails } from "#contract/circles/circles.ts";
import { renderWithQueries } from "#web/testing/app.tsx";
import { circle as sample } from "#web/testing/results.ts";
import { OpenLink } from "./open-link.tsx";

function show(circle: Partial<CircleDetails>) {
  const details = {
    ...sample,
    copied_from: null,
    open_link: true,
    is_link_full: false,
    is_fixed: true,
  };
  renderWithQueries(<OpenLink circle={{ ...details, ...circle }} />);
}

const full =
  "This link has reached its limit. Turn it off and on again to let up to 50 more people answer.";

test("the owner of a full link is shown how to accept answers again", () => {
  show({ is_link_full: true });
  expect(screen.getByRole("note").textContent).toBe(full);
});

test.each<Partial<CircleDetails>>([
  { is_link_full: false },
  { is_link_full: true, open_link: false },
  { is_link_full: true, status: "completed" },
])(
  "a link that takes no answers for another reason, or takes answers, is not called full: %o",
  (circle) => {
    show(circle);
    expect(screen.queryByText(full)).toBeNull();
  },
);
