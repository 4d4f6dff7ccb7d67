import { expect, test } from "vitest";
import { loadPairs } from "./corpus.ts";
import { nameSharedBy } from "./score-pairs.ts";

test("two people who deny a strength or a worry never become one", () => {
  const named = loadPairs("denials").filter((pair) => nameSharedBy(pair) !== undefined);
  expect(named).toEqual([]);
});
