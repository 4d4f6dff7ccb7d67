import { expect, test } from "vitest";
import { describeBalance } from "./board-balance.tsx";

test("a board's balance counts by label, and is hidden while no one has one", () => {
  expect(describeBalance([])).toBeUndefined();
  expect(describeBalance([undefined, undefined])).toBeUndefined();
  expect(describeBalance(["friend", undefined, "mentor", "friend", "work"])).toBe(
    "Around your table: 1 from work, 1 mentor, 2 friends, 1 without a label.",
  );
  expect(describeBalance(["family"])).toBe("Around your table: 1 family.");
});
