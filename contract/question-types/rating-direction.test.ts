import { expect, it } from "vitest";
import { findDirection } from "./rating-direction.ts";

it.each([
  "How risky is it?",
  "How worried are you?",
  "Wie riskant findest du das?",
  "¿Qué tan difícil lo ves?",
])("what a high number means is not known for %j until its owner marks it", (label) => {
  expect(findDirection({ label })).toBeUndefined();
  expect(findDirection({ label, rating_direction: "lower_is_better" })).toBe("lower_is_better");
});

it("a high number is good unless the question or its highest rating reads as the opposite", () => {
  const labels = { low: "Safe", middle: "", high: "Risky" };
  expect(findDirection({ label: "How does it look?" })).toBe("higher_is_better");
  expect(findDirection({ label: "How does it look?", rating_labels: labels })).toBeUndefined();
  const turned = { low: "Risky", middle: "", high: "Safe" };
  expect(findDirection({ label: "How risky is it?", rating_labels: turned })).toBe(
    "higher_is_better",
  );
});
