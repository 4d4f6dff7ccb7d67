import { origin, parseSettings } from "#server/config/settings.ts";
import { setUpStripe, setUpWebhook } from "./catalogue.ts";
import { openStripe } from "./client.ts";
import { stripeSettings } from "./settings.ts";

/** What there is to know before the server can start: its webhook's secret is made here. */
const requiredSettings = {
  STRIPE_SECRET_KEY: stripeSettings.STRIPE_SECRET_KEY,
  STRIPE_API_URL: stripeSettings.STRIPE_API_URL,
  PUBLIC_URL: {
    schema: origin.optional(),
    absent: "none",
    doc: "Where Stripe is to reach the server.",
  },
} as const;

/**
 * Creates what a Stripe account lacks: products, prices, the portal's configuration, and the webhook of
 * PUBLIC_URL, whose signing secret it prints only this once. Run again, it changes nothing.
 * @param printLine prints a line for the operator
 * @returns whether it could
 */
export async function setUpStripeAccount(
  environment: NodeJS.ProcessEnv,
  printLine: (line: string) => void,
): Promise<boolean> {
  const { values, errors } = parseSettings(requiredSettings, environment);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl, PUBLIC_URL: publicUrl } = values;
  for (const error of errors) printLine(error);
  if (errors.length > 0) return false;
  if (secretKey === undefined) {
    printLine("STRIPE_SECRET_KEY is missing: set it in the environment or in .env.");
    return false;
  }
  const stripe = await openStripe(secretKey, apiUrl);
  for (const line of await setUpStripe(stripe)) printLine(line);
  if (!publicUrl?.startsWith("https://")) {
    printLine("webhook: not made, because Stripe can only reach a PUBLIC_URL with https://");
    return true;
  }
  const url = `${publicUrl}/api/billing/webhook`;
  const { id, secret } = await setUpWebhook(stripe, url);
  printLine(`webhook: ${secret === undefined ? "found" : "made"} ${id}, ${url}`);
  if (secret !== undefined) printLine(`\nSTRIPE_WEBHOOK_SECRET=${secret}`);
  return true;
}
