import type { EnabledBillingDeps } from "./billing-deps.ts";
import { findEvent, finishEvent } from "./event-queries.ts";
import { syncEventSubject } from "./sync-with-provider.ts";

/**
 * Processes a stored event: asks the provider for the current state of what it concerns, and stores that.
 * Processed twice, late or out of order, events lead to the same state.
 */
export async function handleEvent(deps: EnabledBillingDeps, event_id: string): Promise<void> {
  const { db, clock, payments } = deps;
  const event = await findEvent(db, event_id);
  if (event?.state !== "received" || event.provider !== payments.name) return;
  const { about, about_id } = event;
  const is_ours =
    about !== null &&
    about_id !== null &&
    (await syncEventSubject(deps, { kind: about, id: about_id }));
  await finishEvent(db, event_id, is_ours ? "worked" : "ignored", clock.now());
}
