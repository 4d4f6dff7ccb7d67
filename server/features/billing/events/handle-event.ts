import type { EnabledBillingDeps } from "../billing-deps.ts";
import { findEvent, finishEvent } from "../event-queries.ts";
import { syncEventSubject } from "./sync-with-provider.ts";

/**
 * Processes a stored event: asks the provider for the current state of what it concerns, and stores that.
 * Processed twice, late or out of order, events lead to the same state.
 */
export async function handleEvent(deps: EnabledBillingDeps, eventId: string): Promise<void> {
  const { db, clock, payments } = deps;
  const event = await findEvent(db, eventId);
  if (event?.state !== "received" || event.provider !== payments.name) return;
  const { about, about_id } = event;
  const isOurs =
    about !== null &&
    about_id !== null &&
    (await syncEventSubject(deps, { kind: about, id: about_id }));
  await finishEvent(db, eventId, isOurs ? "worked" : "ignored", clock.now());
}
