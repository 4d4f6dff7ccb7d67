import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({ environment: { RATE_LIMITS: "off" } });
const { createInvited } = app.circles;

it("without limits everyone can be reminded more than three times, and without waiting", async () => {
  const owner = await app.createOwner();
  const id = await createInvited(owner);
  for (const _ of [1, 2, 3, 4]) {
    const response = await app.as(owner, "POST", `/api/circles/${id}/invites/remind`);
    expect(await response.json()).toMatchObject({ queued_count: 3, too_soon_count: 0 });
    await app.work();
  }
});
