import type Stripe from "stripe";
import { isUuid } from "#server/db/uuid.ts";
import type { OpenCheckout } from "../provider.ts";
import { isFromThisServer, type OriginMetadata } from "./origin-metadata.ts";

/** The checkouts that this server has started since an instant and that can still be paid. */
export async function listOpenCheckouts(
  stripe: Stripe,
  originMetadata: OriginMetadata,
  since: Date,
): Promise<OpenCheckout[]> {
  const checkouts: OpenCheckout[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const list = stripe.checkout.sessions.list({ status: "open", created, limit: 100 });
  for await (const { id, metadata } of list) {
    if (metadata === null || !isFromThisServer(metadata, originMetadata)) continue;
    const { checkout_id } = metadata;
    if (isUuid(checkout_id)) checkouts.push({ provider_id: id, checkout_id });
  }
  return checkouts;
}
