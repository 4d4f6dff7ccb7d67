import { DomainError } from "#contract/errors.ts";
import type { ProviderName } from "#server/db/billing-tables.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { EnabledBillingDeps } from "../billing-deps.ts";
import { findCheckoutOfEvent } from "../checkout-queries.ts";
import { findCustomerByProviderId } from "../customers/customer-queries.ts";
import { findEvent, insertEvent, lockAccount } from "../event-queries.ts";
import { type PaymentProvider, type ProviderEvent, UnreadableEventError } from "../provider.ts";
import { findPurchaseByPaymentId } from "../purchase-queries.ts";
import { findSubscription, findSubscriptionPayment } from "../subscription-queries.ts";

/**
 * Stores a provider's event as received, once, with the job that processes it; nothing in the event is trusted except
 * its subject. An event that is sent again is enqueued again if it has not been processed, because its job may have
 * been given up. Irrelevant events are stored as ignored. The bytes of an event are not stored.
 * @throws DomainError webhook_invalid if its signature is wrong, webhook_unreadable if it has no readable content
 */
export async function receiveEvent(
  { db, jobs, clock, payments }: EnabledBillingDeps,
  body: Buffer,
  headers: Headers,
): Promise<void> {
  const event = readEvent(payments, body, headers);
  const { id, type, about } = event;
  const provider = payments.name;
  await inTransaction(db, async (tx) => {
    const known = await findBuyer(tx, provider, event);
    await insertEvent(tx, {
      id,
      provider,
      type,
      about: about?.kind ?? null,
      about_id: about?.id ?? null,
      user_id: (known && (await lockAccount(tx, known.user_id))) ?? null,
      state: about === undefined ? "ignored" : "received",
      received_at: clock.now(),
    });
    if ((await findEvent(tx, id))?.state === "received") {
      await jobs.enqueue(tx, "handle_billing_event", { event_id: id }, { singletonKey: id });
    }
  });
}

function readEvent(payments: PaymentProvider, body: Buffer, headers: Headers): ProviderEvent {
  try {
    const event = payments.readEvent(body, headers);
    if (event === undefined) throw new DomainError("webhook_invalid");
    return event;
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    throw new DomainError("webhook_unreadable", { cause: error });
  }
}

/**
 * Finds the owner whom an event concerns, as far as the event tells. A dispute names no customer, only the payment, and
 * the customer may have been recreated since. An event about a payment that is still unknown here is processed like all
 * others, but stored without an owner and without its bytes: we could not tell which owner's erasure must include them.
 */
async function findBuyer(
  tx: Tx,
  provider: ProviderName,
  { customer_id, about }: ProviderEvent,
): Promise<{ user_id: string } | undefined> {
  const customer = customer_id && (await findCustomerByProviderId(tx, provider, customer_id));
  if (customer) return customer;
  switch (about?.kind) {
    case undefined:
      return undefined;
    case "checkout":
      return findCheckoutOfEvent(tx, provider, about.id);
    case "subscription":
      return findSubscription(tx, provider, about.id);
    case "payment":
      return (
        (await findPurchaseByPaymentId(tx, provider, about.id)) ??
        findSubscriptionPayment(tx, provider, about.id)
      );
  }
}
