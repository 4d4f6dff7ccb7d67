import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shuffled } from "./release-answers.ts";

describe("the order of a release", () => {
  it("keeps everything and depends only on chance", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(fc.nat()), (things, throws) => {
        const rest = [...throws];
        const order = shuffled(things, (limit) => (rest.pop() ?? 0) % limit);
        expect(order.toSorted()).toEqual(things.toSorted());
      }),
    );
  });

  it("is every possible order equally often", () => {
    const seen = new Map<string, number>();
    for (const a of [0, 1, 2]) {
      for (const b of [0, 1]) {
        const throws = [a, b, 0];
        const order = shuffled(["x", "y", "z"], () => throws.shift() ?? 0).join("");
        seen.set(order, (seen.get(order) ?? 0) + 1);
      }
    }
    expect([...seen.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
