import type Stripe from "stripe";
import { z } from "zod";
import { type ProviderEvent, UnreadableEventError } from "../provider.ts";
import { isStripeError, readReferenceId } from "./client.ts";

const snapshotEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ object: z.string() }) }),
});

/**
 * Verifies and translates an event. The library verifies the signature first, so anything else that it throws is about
 * the content that was signed.
 * @returns undefined if the signature is wrong
 * @throws UnreadableEventError
 */
export function readSignedEvent(construct: () => Stripe.Event): ProviderEvent | undefined {
  let event: Stripe.Event;
  try {
    event = construct();
  } catch (error) {
    if (isStripeError(error, "StripeSignatureVerificationError")) return undefined;
    throw new UnreadableEventError("Not an event as JSON.", { cause: error });
  }
  // A thin event has no data.
  if (!snapshotEvent.safeParse(event).success) {
    throw new UnreadableEventError("An event without its data.");
  }
  return { id: event.id, type: event.type, ...readEventSubject(event.data.object) };
}

/** What an event is about, and whom; nothing if the product does not use such events. */
function readEventSubject(
  thing: Stripe.Event["data"]["object"],
): Omit<ProviderEvent, "id" | "type"> {
  switch (thing.object) {
    case "checkout.session":
      return { about: { kind: "checkout", id: thing.id }, customer_id: idIn(thing.customer) };
    case "subscription":
      return { about: { kind: "subscription", id: thing.id }, customer_id: idIn(thing.customer) };
    case "invoice":
      return { about: aboutInvoice(thing), customer_id: idIn(thing.customer) };
    case "charge":
      return { about: aboutPayment(thing.payment_intent), customer_id: idIn(thing.customer) };
    case "refund":
    case "dispute":
      return { about: aboutPayment(thing.payment_intent), customer_id: undefined };
    default:
      return { about: undefined, customer_id: undefined };
  }
}

/** Returns the subject of an invoice. The invoice of a single names its checkout by our id. */
function aboutInvoice({ parent, metadata }: Stripe.Invoice): ProviderEvent["about"] {
  const subscription = idIn(parent?.subscription_details?.subscription);
  if (subscription !== undefined) return { kind: "subscription", id: subscription };
  const checkout = metadata?.checkout_id;
  return checkout === undefined ? undefined : { kind: "checkout", id: checkout };
}

function aboutPayment(payment: string | { id: string } | null): ProviderEvent["about"] {
  return payment === null ? undefined : { kind: "payment", id: readReferenceId(payment) };
}

function idIn(reference: string | { id: string } | null | undefined): string | undefined {
  return reference === null || reference === undefined ? undefined : readReferenceId(reference);
}
