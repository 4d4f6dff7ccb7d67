import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Rating } from "./rating.tsx";

const captions = { low: "Poor fit", middle: "Neutral", high: "Great fit" };

test("the five choices are named by their number and what stands under it", () => {
  render(<Rating legend="How well does this fit me?" name="fit" captions={captions} />);
  expect(screen.getByRole("group", { name: "How well does this fit me?" })).toBeTruthy();
  const names = ["1, Poor fit", "2", "3, Neutral", "4", "5, Great fit"];
  for (const name of names) expect(screen.getByRole("radio", { name })).toBeTruthy();
  expect(screen.getAllByRole("radio")).toHaveLength(names.length);
});

test("nothing is chosen at first, and a choice is told to whoever listens", async () => {
  const chosen: number[] = [];
  render(
    <Rating
      legend="Fit"
      name="fit"
      captions={captions}
      onValueChange={(value) => chosen.push(value)}
    />,
  );
  for (const radio of screen.getAllByRole<HTMLInputElement>("radio")) {
    expect(radio.checked).toBe(false);
  }
  await userEvent.click(screen.getByRole("radio", { name: "4" }));
  expect(chosen).toEqual([4]);
});

test("an empty caption is left out", () => {
  render(
    <Rating legend="Aware" name="aware" captions={{ low: "low", middle: "", high: "high" }} />,
  );
  expect(screen.getByRole("radio", { name: "3" })).toBeTruthy();
  expect(screen.getByRole("radio", { name: "5, high" })).toBeTruthy();
});
