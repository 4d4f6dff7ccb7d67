import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { CircleList } from "#web/features/circles/list/circle-list.tsx";
import { Landing } from "./landing.tsx";
import { Pricing } from "./pricing.tsx";

test("someone new is led to sign up", () => {
  render(<Landing />);
  for (const start of screen.getAllByRole("link", { name: "Start your first paraline" })) {
    expect(start.getAttribute("href")).toBe("/auth?mode=signup");
  }
});

test("landing and pricing have the same header, which marks the current page", () => {
  const headers = [
    <Landing key="l" />,
    <Pricing key="p" billing="test" insights="local" addsTax={false} refundTerms={null} />,
  ].map((page) => {
    const { unmount } = render(page);
    const nav = screen.getByRole("navigation", { name: "Main" });
    const links = within(nav)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
    const [here] = within(nav)
      .getAllByRole("link")
      .filter((link) => link.getAttribute("aria-current") === "page");
    unmount();
    return { links, here: here?.textContent };
  });
  expect(headers[0]?.links).toEqual(headers[1]?.links);
  expect(headers[0]?.links.map(([words]) => words)).toContain("Sign In");
  expect(headers.map(({ here }) => here)).toEqual(["Home", "Pricing"]);
});

test("landing, pricing and an empty dashboard lead to the example", () => {
  for (const page of [
    <Landing key="l" />,
    <Pricing key="p" billing="test" insights="local" addsTax={false} refundTerms={null} />,
    <CircleList key="c" circles={[]} />,
  ]) {
    const { unmount } = render(page, { wrapper: MemoryRouter });
    const link = screen.getByRole("link", { name: /^See (an|the whole) example$/ });
    expect(link.getAttribute("href")).toBe("/example");
    unmount();
  }
});
