import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { deleteEvent, findEvent, finishEvent, lockAccount } from "../event-queries.ts";
import { syncEventSubject } from "./sync-with-provider.ts";

/**
 * Processes a stored event: asks the provider for the current state of its subject and stores that. Events that are
 * processed twice, late or out of order lead to the same state. An event about none of our owners is deleted.
 */
export async function handleEvent(deps: EnabledBillingDeps, eventId: string): Promise<void> {
  const { db, clock, payments } = deps;
  const event = await findEvent(db, eventId);
  if (event?.state !== "received" || event.provider !== payments.name) return;
  const { about, about_id } = event;
  const userId =
    about === null || about_id === null
      ? undefined
      : await syncEventSubject(deps, { kind: about, id: about_id });
  await inTransaction(db, async (tx) => {
    // The account may have been erased in between.
    const owner = userId === undefined ? undefined : await lockAccount(tx, userId);
    if (owner === undefined) await deleteEvent(tx, eventId);
    else await finishEvent(tx, eventId, { user_id: owner, now: clock.now() });
  });
}
