import type { Clock } from "#server/system/clock.ts";

export type TestClock = Clock & {
  set(instant: Date | string): void;
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
};

export function createTestClock(start: Date | string = "2026-11-02T09:00:00Z"): TestClock {
  let present = new Date(start);
  return {
    now: () => new Date(present),
    set(instant) {
      present = new Date(instant);
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const bySeconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
      present = new Date(present.getTime() + bySeconds * 1000);
    },
  };
}
