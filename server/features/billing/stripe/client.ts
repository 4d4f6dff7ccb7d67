import type Stripe from "stripe";

/**
 * Opens the account's API with the library: in the library's own API version, and with two further tries of requests
 * that may be repeated. The library is loaded only when it is used, because it is large.
 */
export async function openStripe(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  const address = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new StripeClient(secretKey, {
    maxNetworkRetries: 2,
    timeout: 8_000,
    telemetry: false,
    ...(address !== undefined && {
      host: address.hostname,
      port: address.port || (address.protocol === "http:" ? 80 : 443),
      protocol: address.protocol === "http:" ? "http" : "https",
    }),
  });
}

/** The id of an object that Stripe may have expanded. */
export function readReferenceId(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}

/** The object, if Stripe expanded it; null if Stripe sent only its id, or nothing. */
export function expanded<Thing extends object>(
  reference: string | Thing | null | undefined,
): Thing | null {
  return typeof reference === "object" ? reference : null;
}

/** Whether Stripe said that there is no such object (any more); `named`: the parameter by which it was asked for. */
export function isMissing(error: unknown, named?: string): boolean {
  if (!(error instanceof Error && "code" in error) || error.code !== "resource_missing")
    return false;
  return named === undefined || ("param" in error && error.param === named);
}

/** Undefined if Stripe has no such object (any more). */
export async function ifKnown<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether it is an error of the library's class with this name. */
export function isStripeError(error: unknown, type: string): boolean {
  return error instanceof Error && "type" in error && error.type === type;
}

/** Whether Stripe does not allow this key, or this account, to make the request. */
export function isNotAllowed(error: unknown): boolean {
  return (
    isStripeError(error, "StripePermissionError") ||
    isStripeError(error, "StripeInvalidRequestError")
  );
}

/** The payments of an invoice, each with its charge, including unfinished ones. */
export async function listInvoicePayments(
  stripe: Stripe,
  invoice: string,
): Promise<Stripe.PaymentIntent[]> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    limit: 10,
    expand: ["data.payment.payment_intent.latest_charge"],
  });
  return data.flatMap(({ payment }) => expanded(payment.payment_intent) ?? []);
}

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
