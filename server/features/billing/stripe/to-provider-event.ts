import type Stripe from "stripe";
import type { ProviderEvent } from "../provider.ts";
import { idOf } from "./client.ts";

/** What an event is about: where one is of no use here, nothing. */
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
      const subscription = idIn(object.parent?.subscription_details?.subscription);
      return {
        id,
        type,
        about: subscription === undefined ? undefined : { kind: "subscription", id: subscription },
        customer_id: idIn(object.customer),
      };
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

function aboutPayment(payment: string | { id: string } | null): ProviderEvent["about"] {
  return payment === null ? undefined : { kind: "payment", id: idOf(payment) };
}

function idIn(reference: string | { id: string } | null | undefined): string | undefined {
  return reference === null || reference === undefined ? undefined : idOf(reference);
}
