import type Stripe from "stripe";

/**
 * The account's API as the library speaks it: its own version, two further tries of what may be tried again. Loaded only
 * where it is used, because the library is large.
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
export function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}

/** The object, if Stripe expanded it; null if only its id came, or nothing. */
export function expanded<Thing extends object>(
  reference: string | Thing | null | undefined,
): Thing | null {
  return typeof reference === "object" ? reference : null;
}

/** Whether Stripe said that there is no such thing (any more); `named`: by which parameter it was asked for. */
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

/** Whether Stripe refused what was asked, rather than failing. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof Error && "type" in error && error.type === "StripeInvalidRequestError";
}

/** Whether Stripe does not let this key, or this account, do what was asked. */
export function isNotAllowed(error: unknown): boolean {
  const isOfKey =
    error instanceof Error && "type" in error && error.type === "StripePermissionError";
  return isOfKey || isInvalidRequest(error);
}

export function isSignatureError(error: unknown): boolean {
  return (
    error instanceof Error && "type" in error && error.type === "StripeSignatureVerificationError"
  );
}
