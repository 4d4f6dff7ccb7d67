import type Stripe from "stripe";

/** The metadata of everything that we create at Stripe. */
export interface OriginMetadata {
  /** Another product in the same Stripe account may store user ids under the same name. */
  maker: "paraline";
  /** Another server of this product may use the same account, too. */
  server_id: string;
}

/**
 * Whether something with this metadata was created by this server. Metadata from before servers had ids does not name
 * one, and counts as ours.
 */
export function isFromThisServer(
  metadata: Stripe.Metadata,
  { maker, server_id }: OriginMetadata,
): boolean {
  const isOfServer = metadata.server_id === undefined || metadata.server_id === server_id;
  return metadata.maker === maker && isOfServer;
}
