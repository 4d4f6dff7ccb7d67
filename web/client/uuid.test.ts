import { expect, test } from "vitest";
import { createCircle } from "#contract/circles/circles.ts";
import { createUuid } from "./uuid.ts";

test("the key of a creation or a submission is a UUID, a different one each time", () => {
  const keys = Array.from({ length: 50 }, createUuid);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(createCircle.body.shape.create_key.safeParse(key).success).toBe(true);
  }
});
