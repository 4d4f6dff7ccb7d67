import type Stripe from "stripe";

/** Expires a checkout session; one that was paid or has ended stays as it is. */
export async function endSession(stripe: Stripe, id: string): Promise<void> {
  const isOpen = async () => (await stripe.checkout.sessions.retrieve(id)).status === "open";
  if (!(await isOpen())) return;
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Somebody else paid or ended it in between.
    if (await isOpen()) throw error;
  }
}
