import { describe, expect, test } from "vitest";
import { dayIn, formatDay, isPlanDay, latestDay, validateDeadline } from "./days.ts";

describe("a deadline", () => {
  test.each([
    ["2026-11-20", "deadline_past"],
    ["2026-11-21", undefined],
    ["2031-11-21", undefined],
    ["2031-11-22", "deadline_too_far"],
    ["9999-12-31", "deadline_too_far"],
    ["20266-12-31", "deadline_too_far"],
  ])("%s is validated on 2026-11-21: %s", (day, expected) => {
    expect(validateDeadline(day, "2026-11-21")).toBe(expected);
  });

  test("set on a leap day has a last day that exists", () => {
    expect(latestDay("2028-02-29")).toBe("2033-02-28");
  });
});

test("a plan accepts any day of this century, and no typing mistake", () => {
  expect(["2000-01-01", "2099-12-31"].every(isPlanDay)).toBe(true);
  expect(
    ["0020-12-31", "0202-12-31", "2100-01-01", "9999-12-31", "20266-12-31", "soon"].some(isPlanDay),
  ).toBe(false);
});

test("a day reads the same wherever the browser is", () => {
  expect(formatDay("2026-12-12")).toBe("Dec 12, 2026");
  expect(formatDay("2026-02-02")).toBe("Feb 02, 2026");
});

test("today is the owner's day, in the easternmost and westernmost time zones", () => {
  const instant = new Date("2026-11-21T10:30:00Z");
  expect(dayIn("Pacific/Niue", instant)).toBe("2026-11-20");
  expect(dayIn("UTC", instant)).toBe("2026-11-21");
  expect(dayIn("Pacific/Kiritimati", instant)).toBe("2026-11-22");
});
