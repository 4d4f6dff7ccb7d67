import type Stripe from "stripe";
import { isUuid } from "#server/db/uuid.ts";
import type { CompletedCheckout } from "../provider.ts";
import { isMissing } from "./client.ts";
import { isFromThisServer, type OriginMetadata } from "./origin-metadata.ts";

/**
 * The completed checkouts of singles that this server sold to a customer; none if the customer is deleted at Stripe.
 */
export async function listCompletedCheckouts(
  stripe: Stripe,
  {
    customer_id,
    user_id,
    originMetadata,
  }: { customer_id: string; user_id: string; originMetadata: OriginMetadata },
  since: Date,
): Promise<CompletedCheckout[]> {
  const singles: CompletedCheckout[] = [];
  const list = stripe.checkout.sessions.list({
    customer: customer_id,
    status: "complete",
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: 100,
  });
  try {
    for await (const { id, metadata, created } of list) {
      if (metadata === null || !isFromThisServer(metadata, originMetadata)) continue;
      const { kind, checkout_id, circle_id } = metadata;
      if (kind !== "single" || metadata.user_id !== user_id || !isUuid(checkout_id)) continue;
      singles.push({
        provider_id: id,
        checkout_id,
        circle_id: isUuid(circle_id) ? circle_id : null,
        created_at: new Date(created * 1000),
      });
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return singles;
}
