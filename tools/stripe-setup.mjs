// Makes what a Stripe account lacks: products, prices, the portal's configuration, and the webhook of PUBLIC_URL, whose
// signing secret it prints this once. Running it again changes nothing.
import Stripe from "stripe";
import { readEnvironment } from "../server/config.ts";
import { setUpStripe, setUpWebhook } from "../server/features/billing/stripe/catalogue.ts";
import { openStripe } from "../server/features/billing/stripe/client.ts";

const { STRIPE_SECRET_KEY, STRIPE_API_URL, PUBLIC_URL } = readEnvironment();
if (!STRIPE_SECRET_KEY) {
  console.error("STRIPE_SECRET_KEY is missing: set it in the environment or in .env.");
  process.exit(1);
}
const stripe = await openStripe(STRIPE_SECRET_KEY, STRIPE_API_URL || undefined);
for (const line of await setUpStripe(stripe)) console.log(line);

if (PUBLIC_URL?.startsWith("https://")) {
  const url = `${new URL(PUBLIC_URL).origin}/api/billing/webhook`;
  const { id, secret } = await setUpWebhook(stripe, url, Stripe.API_VERSION);
  console.log(`webhook: ${secret === undefined ? "found" : "made"} ${id}, ${url}`);
  if (secret !== undefined) console.log(`\nSTRIPE_WEBHOOK_SECRET=${secret}`);
} else {
  console.log("webhook: not made, because Stripe can only reach a PUBLIC_URL with https://");
}
