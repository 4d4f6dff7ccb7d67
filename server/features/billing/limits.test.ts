import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({ environment: { BILLING: "test", RATE_LIMITS: "on" } });

test.each(["/api/billing/checkout", "/api/billing/portal"])(
  "by %s one owner can make the server ask the provider only so often, and stops nobody else",
  async (path) => {
    const ask = async (owner: Awaited<ReturnType<typeof app.createOwner>>) =>
      (await app.as(owner, "POST", path, path.endsWith("checkout") ? { kind: "single" } : {}))
        .status;
    const [owner, other] = [await app.createOwner(), await app.createOwner()];
    for (const buyer of [owner, other]) await app.purchases.buy(buyer, "single");
    const statuses = [];
    for (let n = 0; n < 42; n += 1) statuses.push(await ask(owner));
    expect(statuses[0]).toBeLessThan(300);
    expect(statuses.at(-1)).toBe(429);
    expect(await ask(other)).toBeLessThan(300);
  },
);
