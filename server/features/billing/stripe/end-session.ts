import type Stripe from "stripe";

/** Expires a checkout session; one that was paid or has ended stays as it is. */
export async function endSession(stripe: Stripe, id: string): Promise<void> {
  const isOpen = async () => (await stripe.checkout.sessions.retrieve(id)).status === "open";
  if (!(await isOpen())) return;
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // It was paid or ended by someone else in between.
    if (await isOpen()) throw error;
  }
}
