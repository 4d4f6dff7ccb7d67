import { expect, test } from "vitest";
import { findClearTop } from "./keep-clear.ts";

const view = { top: 0, bottom: 600 };
const heading = { top: 80, bottom: 120 };

test.each([
  ["at the bottom if nothing is there", [heading], 540],
  ["above a button at the bottom", [heading, { top: 540, bottom: 590 }], 480],
  [
    "above two buttons with too little space between",
    [
      { top: 540, bottom: 590 },
      { top: 450, bottom: 500 },
    ],
    390,
  ],
  [
    "between two buttons with enough space",
    [
      { top: 550, bottom: 590 },
      { top: 440, bottom: 490 },
    ],
    490,
  ],
  ["at the top if there is no such place", [{ top: 30, bottom: 600 }], 0],
])("a toast is %s", (_, blocks, top) => {
  expect(findClearTop(60, view, blocks)).toBe(top);
});

test("a toast is above a phone's keyboard", () => {
  expect(findClearTop(60, { top: 100, bottom: 400 }, [])).toBe(340);
});
