import type Stripe from "stripe";

/** The metadata of everything that we make at Stripe. */
export interface Marks {
  /**
   * Another product in the same Stripe account may name its users in the same way, and where both use one sign-in server,
   * by the same ids.
   */
  maker: "paraline";
  /** So may another server of this product. */
  server_id: string;
}

/** Whether we made it; before servers had ids, that was not said. */
export function isMarkedBy({ maker, server_id }: Marks, metadata: Stripe.Metadata): boolean {
  const isOfServer = metadata.server_id === undefined || metadata.server_id === server_id;
  return metadata.maker === maker && isOfServer;
}
