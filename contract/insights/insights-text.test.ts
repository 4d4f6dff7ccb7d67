import { expect, test } from "vitest";
import { describePeopleBehind } from "./insights-text.ts";

test.each([
  [1, 7, "One voice"],
  [2, 7, "At least 2 of 7 people"],
  [7, 7, "7 of 7 people"],
])("a count is the least that is certain, unless it is of all: %i of %i", (count, all, text) => {
  expect(describePeopleBehind(count, all)).toBe(text);
});
