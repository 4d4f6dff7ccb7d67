// Makes what a Stripe account lacks: products, prices, the portal's configuration. Running it again changes nothing.
import { readEnvironment } from "../server/config.ts";
import { setUpStripe } from "../server/features/billing/stripe-catalogue.ts";
import { openStripe } from "../server/features/billing/stripe-client.ts";

const { STRIPE_SECRET_KEY, STRIPE_API_URL, PUBLIC_URL } = readEnvironment();
if (!STRIPE_SECRET_KEY) {
  console.error("STRIPE_SECRET_KEY is missing: set it in the environment or in .env.");
  process.exit(1);
}
const lines = await setUpStripe(await openStripe(STRIPE_SECRET_KEY, STRIPE_API_URL || undefined));
for (const line of lines) console.log(line);
console.log(
  `\nLet Stripe send its events to ${PUBLIC_URL || "https://your-address"}/api/billing/webhook, and set the endpoint's signing\nsecret as STRIPE_WEBHOOK_SECRET. Which events: docs/operating.md, "Money".`,
);
