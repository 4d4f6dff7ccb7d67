import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app.ts";

const app = useTestApp({
  environment: {
    BILLING: "test",
    HOST: "0.0.0.0",
    PUBLIC_URL: "https://paraline.example",
  },
});

const listStoredEmails = (userId: string) =>
  app.db.selectFrom("emails").where("user_id", "=", userId).select(["kind", "state"]).execute();

test("a server sends no receipts unless it is told to, and tells only a confirmed address of a failed payment", async () => {
  const owner = await app.createOwner();
  await app.db
    .updateTable("auth.users")
    .set({ email_proven_at: null })
    .where("id", "=", owner.user_id)
    .execute();
  await app.purchases.buy(owner, "monthly");
  expect(await listStoredEmails(owner.user_id)).toEqual([]);
  const { id } = await app.db
    .selectFrom("test_subscriptions")
    .where("user_id", "=", owner.user_id)
    .select("id")
    .executeTakeFirstOrThrow();
  await app.purchases.click(await app.purchases.portal(owner), `card-fails ${id}`);
  await app.work();
  expect(await listStoredEmails(owner.user_id)).toEqual([
    { kind: "billing_payment_failed", state: "waiting" },
  ]);
});
