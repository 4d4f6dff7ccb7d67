import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileRenewing } from "./while-renewing.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a claim is renewed while the work goes on, even after a renewal has failed, and not afterwards", async () => {
  const renew = vi.fn(async () => {
    throw new Error("the database is away");
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const working = whileRenewing({ renew, everyMs: 1000 }, () => promise);
  await vi.advanceTimersByTimeAsync(3500);
  expect(renew).toHaveBeenCalledTimes(3);
  resolve("done");
  expect(await working).toBe("done");
  await vi.advanceTimersByTimeAsync(5000);
  expect(renew).toHaveBeenCalledTimes(3);
});

test("the work ends, even with an error, only when its last renewal has ended", async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const working = whileRenewing(
    {
      renew: async () => {
        await held.promise;
        order.push("renewed");
      },
      everyMs: 1000,
    },
    async () => {
      await vi.advanceTimersByTimeAsync(1000);
      throw new Error("no");
    },
  );
  const ended = expect(working.finally(() => order.push("ended"))).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual([]);
  held.resolve();
  await ended;
  expect(order).toEqual(["renewed", "ended"]);
});
