import type Stripe from "stripe";
import { origin, parseSettings } from "#server/config/settings.ts";
import { openStripe } from "../client.ts";
import { listOwnPrices, type OwnPrices, stripeSettings, type TaxBehavior } from "../settings.ts";
import { setUpPortal } from "./set-up-portal.ts";
import { setUpPrices } from "./set-up-prices.ts";
import type { SetUpStep } from "./set-up-step.ts";
import { disableOldWebhook, setUpWebhook, webhookUrl } from "./set-up-webhook.ts";

/**
 * The settings that the setup needs. The server cannot start before the setup, because the webhook's secret is made
 * here.
 */
const requiredSettings = {
  STRIPE_SECRET_KEY: stripeSettings.STRIPE_SECRET_KEY,
  STRIPE_API_URL: stripeSettings.STRIPE_API_URL,
  STRIPE_PRICE_SINGLE: stripeSettings.STRIPE_PRICE_SINGLE,
  STRIPE_PRICE_MONTHLY: stripeSettings.STRIPE_PRICE_MONTHLY,
  STRIPE_PRICE_ANNUAL: stripeSettings.STRIPE_PRICE_ANNUAL,
  STRIPE_TAX_BEHAVIOR: stripeSettings.STRIPE_TAX_BEHAVIOR,
  PUBLIC_URL: {
    schema: origin.optional(),
    default: "none",
    doc: "Where Stripe is to reach the server.",
  },
} as const;

/** Makes or repairs the prices that an account sells, and the portal configuration. */
export async function setUpStripe(
  stripe: Stripe,
  { given = {}, taxBehavior = "inclusive" }: { given?: OwnPrices; taxBehavior?: TaxBehavior } = {},
): Promise<SetUpStep[]> {
  const { prices, steps } = await setUpPrices(stripe, { given, taxBehavior });
  return [...steps, await setUpPortal(stripe, prices)];
}

/**
 * Creates what a Stripe account lacks and repairs what differs: products, prices, the portal configuration, and the
 * webhook of PUBLIC_URL, whose signing secret it prints only this once. Reports each thing. Run again, it changes
 * nothing.
 * @param args the arguments after the command
 * @param printLine prints a line for the operator
 * @returns whether it succeeded
 */
export async function setUpStripeAccount(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  printLine: (line: string) => void,
): Promise<boolean> {
  const unknown = args.find((arg) => arg !== disableOldWebhook);
  if (unknown !== undefined) {
    printLine(`${unknown} is not known here. There is only ${disableOldWebhook}.`);
    return false;
  }
  const { values, errors } = parseSettings(requiredSettings, environment);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl, PUBLIC_URL: publicUrl } = values;
  for (const error of errors) printLine(error);
  if (errors.length > 0) return false;
  if (secretKey === undefined) {
    printLine("STRIPE_SECRET_KEY is missing: set it in the environment or in .env.");
    return false;
  }
  let hasChanged = false;
  const print = (steps: readonly SetUpStep[]) => {
    for (const { line, isChange } of steps) {
      printLine(line);
      hasChanged ||= isChange;
    }
  };
  const stripe = await openStripe(secretKey, apiUrl);
  print(
    await setUpStripe(stripe, {
      given: listOwnPrices(values),
      taxBehavior: values.STRIPE_TAX_BEHAVIOR,
    }),
  );
  if (publicUrl?.startsWith("https://")) {
    const url = webhookUrl(publicUrl);
    const disableOld = args.includes(disableOldWebhook);
    print(await setUpWebhook(stripe, url, { disableOld }));
  } else {
    printLine("webhook: not made, because Stripe can only reach a PUBLIC_URL with https://");
  }
  if (!hasChanged) printLine("Nothing was changed.");
  return true;
}
