import { expect, it } from "vitest";
import { dayIn } from "#contract/values/days.ts";
import { endOfDayIn, hourIn } from "./days.ts";

it.each([
  ["UTC", "2026-12-15", "2026-12-16T00:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-12-15", "2026-12-16T11:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-12-15", "2026-12-15T10:00:00.000Z"],
  ["Asia/Kathmandu", "2026-12-15", "2026-12-15T18:15:00.000Z"],
  // The clocks change on that day, or in the night after it.
  ["Europe/Berlin", "2026-03-29", "2026-03-29T22:00:00.000Z"],
  ["America/New_York", "2026-10-31", "2026-11-01T04:00:00.000Z"],
  ["America/New_York", "2026-11-01", "2026-11-02T05:00:00.000Z"],
  // There is no midnight: the next day begins at one.
  ["Africa/Cairo", "2024-04-25", "2024-04-25T22:00:00.000Z"],
  ["UTC", "2026-12-31", "2027-01-01T00:00:00.000Z"],
  ["UTC", "2028-02-28", "2028-02-29T00:00:00.000Z"],
])("in %s the day %s ends at %s", (timeZone, day, end) => {
  expect(endOfDayIn(timeZone, day).toISOString()).toBe(end);
  expect(dayIn(timeZone, new Date(Date.parse(end) - 1))).toBe(day);
  expect(dayIn(timeZone, new Date(end)) > day).toBe(true);
});

it.each([
  ["America/New_York", "2026-03-07", "2026-03-07T13:00:00.000Z"],
  ["America/New_York", "2026-03-08", "2026-03-08T12:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-03-08", "2026-03-07T18:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-03-08", "2026-03-08T19:00:00.000Z"],
])("in %s it is eight in the morning of %s at %s", (timeZone, day, instant) => {
  expect(hourIn(timeZone, day, 8).toISOString()).toBe(instant);
});
