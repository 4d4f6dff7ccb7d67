import { afterEach, beforeEach, vi } from "vitest";
import type { TestClock } from "./clock.ts";

/**
 * Lets each test move the machine's clock, which the rate limiter's library reads, together with its own.
 * @returns what moves them
 */
export function useMachineClock(clock?: TestClock) {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return (seconds: number) => {
    vi.setSystemTime(Date.now() + seconds * 1000);
    clock?.set(new Date());
  };
}
