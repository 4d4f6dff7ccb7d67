import { randomBytes } from "node:crypto";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { insertTestSubscription, payTestCheckout, type TestCheckout } from "./queries.ts";

/** Pays an open checkout as its buyer; false if it can no longer be paid. */
export async function payCheckout(
  db: Db,
  { id, kind, user_id }: TestCheckout,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (kind === "single") {
      return (await payTestCheckout(tx, id, { now, subscription_id: undefined })) !== undefined;
    }
    const subscriptionId = `test_${randomBytes(12).toString("base64url")}`;
    const paid = await payTestCheckout(tx, id, { now, subscription_id: subscriptionId });
    if (paid === undefined) return false;
    await insertTestSubscription(tx, { id: subscriptionId, user_id, kind, started_at: now });
    return true;
  });
}
