import type Stripe from "stripe";
import type {
  ConfigurationState,
  EndpointState,
  Part,
  PriceState,
  ProductState,
} from "./stripe-states.ts";

/** Its other currencies come only where they are asked for, which nothing does. */
export function priceObject({ interval, currency_options: _, ...state }: PriceState) {
  return {
    ...state,
    object: "price",
    recurring: interval && { interval },
    type: interval === null ? "one_time" : "recurring",
  } satisfies Part<Stripe.Price>;
}

export function productObject(state: ProductState) {
  return { ...state, object: "product" } satisfies Part<Stripe.Product>;
}

/** The products of its plan changes come only where they are asked for. */
export function portalConfigurationObject(
  { id, metadata, features }: ConfigurationState,
  { withProducts }: { withProducts: boolean },
) {
  const { products, ...subscriptionUpdate } = features.subscription_update ?? {};
  return {
    id,
    object: "billing_portal.configuration",
    active: true,
    features: {
      ...features,
      subscription_update: {
        ...subscriptionUpdate,
        ...(withProducts && products !== undefined && { products }),
      },
    },
    metadata,
  } satisfies Part<Stripe.BillingPortal.Configuration>;
}

/** The secret comes only once. */
export function webhookEndpointObject(state: EndpointState, secret?: string) {
  return {
    ...state,
    object: "webhook_endpoint",
    ...(secret !== undefined && { secret }),
  } satisfies Part<Stripe.WebhookEndpoint>;
}

/** A page of a list, all of it on the first. */
export function listObject<Item>(data: Item[], url: string) {
  return { object: "list", data, has_more: false, url } satisfies Stripe.ApiList<Item>;
}
