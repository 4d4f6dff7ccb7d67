import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Rating } from "./rating.tsx";

const captions = { low: "Poor fit", middle: "Neutral", high: "Great fit" };

test("the five choices are named by their number and its label", () => {
  render(<Rating name="fit" captions={captions} />);
  const names = ["1, Poor fit", "2", "3, Neutral", "4", "5, Great fit"];
  for (const name of names) expect(screen.getByRole("radio", { name })).toBeTruthy();
  expect(screen.getAllByRole("radio")).toHaveLength(names.length);
});

test("nothing is chosen at first", async () => {
  render(<Rating name="fit" captions={captions} />);
  for (const radio of screen.getAllByRole<HTMLInputElement>("radio")) {
    expect(radio.checked).toBe(false);
  }
  await userEvent.click(screen.getByRole("radio", { name: "4" }));
  expect(screen.getByRole("radio", { name: "4" })).toHaveProperty("checked", true);
});

test("an empty caption is left out", () => {
  render(<Rating name="aware" captions={{ low: "low", middle: "", high: "high" }} />);
  expect(screen.getByRole("radio", { name: "3" })).toBeTruthy();
  expect(screen.getByRole("radio", { name: "5, high" })).toBeTruthy();
});
