import { beforeEach, describe, expect, test } from "vitest";
import { createTestClock } from "#server/testing/clock.ts";
import { batchRule, createHeldObservations, type HeldObservations } from "./held-observations.ts";

const clock = createTestClock();
let held: HeldObservations;
let published = 0;

beforeEach(() => {
  held = createHeldObservations(clock);
  published = 0;
});

function observe(owners: readonly (string | undefined)[]): void {
  for (const owner of owners) {
    held.add(owner, () => {
      published += 1;
    });
  }
}
/** This many observations for each of this many owners. */
const of = (owners: number, each: number) =>
  Array.from({ length: owners * each }, (_, index) => `owner ${index % owners}`);

describe("what invitees do", () => {
  test("is published at once when twenty observations of ten owners' circles are there", () => {
    observe([undefined, ...of(10, 2).slice(1)]);
    expect(published).toBe(0);
    observe(["owner 0"]);
    expect(published).toBe(21);
    observe(of(10, 2).slice(1));
    expect(published, "and the next ones wait again").toBe(21);
  });

  test("is never published for fewer owners, however much it is", () => {
    observe(of(9, 100));
    expect(published).toBe(0);
  });

  test("waits while one owner has more than half of it", () => {
    const others = of(10, 1);
    observe([...Array(12).fill("busy"), ...others]);
    expect(published).toBe(0);
    observe(others.slice(0, 2));
    expect(published).toBe(24);
  });

  test("is discarded after an hour, or when there is too much of it", () => {
    observe(of(10, 2).slice(1));
    clock.advance({ hours: 1, seconds: 1 });
    observe(["owner 0"]);
    expect(published).toBe(0);
    observe(Array(batchRule.maxObservations - 1).fill(undefined));
    observe(of(10, 2).slice(1));
    expect(published).toBe(0);
    observe(["owner 0"]);
    expect(published).toBe(20);
  });
});
