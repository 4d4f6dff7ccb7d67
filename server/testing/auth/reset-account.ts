import { inTransaction } from "#server/db/transactions.ts";
import { resetUnprovenAccount } from "#server/features/auth/links/reset-unproven-account.ts";
import { lockUser } from "#server/features/auth/queries.ts";
import type { TestApp } from "../app.ts";

/** Resets an account that was never proven, as when the owner of its address recovers it, a minute from now. */
export async function resetAccount(app: TestApp, userId: string): Promise<void> {
  app.clock.advance({ minutes: 1 });
  await inTransaction(app.deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw new Error("No account.");
    const caller = { address: "", ip: null, user_agent: null };
    await resetUnprovenAccount(tx, app.deps, user, { flowId: crypto.randomUUID(), caller });
  });
}
