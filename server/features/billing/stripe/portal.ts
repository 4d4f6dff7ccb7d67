import type Stripe from "stripe";
import { isInvalidRequest, isMissing } from "./client.ts";
import { findPortalConfiguration } from "./set-up/set-up-portal.ts";

/**
 * The address of a customer's portal. For a change of plan, the address leads to that step. If Stripe refuses the step,
 * for example because the subscription is cancelled or plans cannot be changed in this portal, the address leads to the
 * portal itself.
 */
export async function openStripePortal(
  stripe: Stripe,
  request: { customer_id: string; return_url: string; changesPlanOf: string | undefined },
): Promise<string> {
  const { customer_id, return_url, changesPlanOf } = request;
  const configuration = await findPortalConfiguration(stripe);
  const params: Stripe.BillingPortal.SessionCreateParams = {
    customer: customer_id,
    return_url,
    ...(configuration !== undefined && { configuration }),
  };
  if (changesPlanOf !== undefined) {
    try {
      const { url } = await stripe.billingPortal.sessions.create({
        ...params,
        flow_data: {
          type: "subscription_update",
          subscription_update: { subscription: changesPlanOf },
          after_completion: { type: "redirect", redirect: { return_url } },
        },
      });
      return url;
    } catch (error) {
      if (isMissing(error, "customer") || !isInvalidRequest(error)) throw error;
    }
  }
  return (await stripe.billingPortal.sessions.create(params)).url;
}
