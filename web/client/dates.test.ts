import { expect, test } from "vitest";
import { dayIn, formatDay } from "./dates.ts";

test("a day reads the same wherever the browser is", () => {
  expect(formatDay("2026-12-12")).toBe("Dec 12, 2026");
  expect(formatDay("2026-02-02")).toBe("Feb 02, 2026");
});

test("today is the owner's day, at both ends of the world", () => {
  const instant = new Date("2026-11-21T10:30:00Z");
  expect(dayIn("Pacific/Niue", instant)).toBe("2026-11-20");
  expect(dayIn("UTC", instant)).toBe("2026-11-21");
  expect(dayIn("Pacific/Kiritimati", instant)).toBe("2026-11-22");
});
