import type Stripe from "stripe";
import type { ProviderEvent } from "../provider.ts";
import { idOf } from "./client.ts";

/**
 * Translates a Stripe event into the object that it is about, or none if the product does not use the event.
 * `../events/receive-event.ts` stores the result and `../events/handle-event.ts` handles it.
 */
export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const { id, type } = event;
  const { object } = event.data;
  switch (object.object) {
    case "checkout.session":
      return {
        id,
        type,
        about: { kind: "checkout", id: object.id },
        customer_id: idIn(object.customer),
      };
    case "subscription":
      return {
        id,
        type,
        about: { kind: "subscription", id: object.id },
        customer_id: idIn(object.customer),
      };
    case "invoice": {
      return { id, type, about: aboutInvoice(object), customer_id: idIn(object.customer) };
    }
    case "charge":
      return {
        id,
        type,
        about: aboutPayment(object.payment_intent),
        customer_id: idIn(object.customer),
      };
    case "refund":
    case "dispute":
      return { id, type, about: aboutPayment(object.payment_intent), customer_id: undefined };
    default:
      return { id, type, about: undefined, customer_id: undefined };
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
  return payment === null ? undefined : { kind: "payment", id: idOf(payment) };
}

function idIn(reference: string | { id: string } | null | undefined): string | undefined {
  return reference === null || reference === undefined ? undefined : idOf(reference);
}
