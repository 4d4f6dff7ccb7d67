import type Stripe from "stripe";
import { expanded } from "../client.ts";

/** Whether one of the payments of an invoice has this status. */
export async function hasPayment(
  stripe: Stripe,
  invoice: string,
  status: "processing" | "requires_action",
): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    limit: 10,
    expand: ["data.payment.payment_intent"],
  });
  return data.some(({ payment }) => expanded(payment.payment_intent)?.status === status);
}
