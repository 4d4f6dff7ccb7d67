import { expect, test } from "vitest";
import { balanceWords } from "./board-balance.tsx";

test("a board's balance counts by label, and is silent while nobody has one", () => {
  expect(balanceWords([])).toBeUndefined();
  expect(balanceWords([undefined, undefined])).toBeUndefined();
  expect(balanceWords(["friend", undefined, "mentor", "friend", "work"])).toBe(
    "Around your table: 1 from work, 1 mentor, 2 friends, 1 without a label.",
  );
  expect(balanceWords(["family"])).toBe("Around your table: 1 family.");
});
