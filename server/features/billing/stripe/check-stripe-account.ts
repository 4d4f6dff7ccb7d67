import type Stripe from "stripe";
import type { SettingsValues } from "#server/config/settings.ts";
import { type Check, type Finding, failed, passed } from "#server/system/check.ts";
import type { CheckedServer } from "../billing-choices.ts";
import { isNotAllowed, isStripeError, openStripe } from "./client.ts";
import { openStripePrices } from "./prices.ts";
import { findWebhookProblem, webhookUrl } from "./set-up/set-up-webhook.ts";
import { listOwnPrices, type stripeSettings } from "./settings.ts";

/** Enough for three tries of a request to Stripe. */
const seconds = 30;

/**
 * Checks that compare the account, its prices and its webhook with what {@link setUpStripeAccount} sets up. They only
 * read.
 */
export function stripeChecks(
  values: SettingsValues<typeof stripeSettings>,
  { publicUrl, onLoopback, clock }: CheckedServer,
): Check[] {
  const { STRIPE_SECRET_KEY: key = "", STRIPE_API_URL: apiUrl } = values;
  const isTest = key.includes("_test_");
  const ask = (work: (stripe: Stripe) => Promise<Finding>) => async () => {
    try {
      return await work(await openStripe(key, apiUrl));
    } catch (error) {
      if (!isStripeError(error, "StripeAuthenticationError")) throw error;
      return failed("Stripe refuses STRIPE_SECRET_KEY: copy it again from the dashboard.");
    }
  };
  return [
    {
      name: "Stripe: key",
      seconds,
      run: ask(async (stripe) => {
        const account = await readAccount(stripe);
        if (!isTest && onLoopback) {
          return failed(
            `The key is a live one, but ${publicUrl} is for this machine alone: use a test key to try things out.`,
          );
        }
        if (isTest && !onLoopback) {
          return failed(
            `The key is a test one, so everyone can unlock results at ${publicUrl} with a test card: set the live key of your account.`,
          );
        }
        if (account?.charges_enabled === false) {
          return failed("The account cannot be paid yet: Stripe's dashboard says what it lacks.");
        }
        const mode = isTest ? "test" : "live";
        return passed(
          account === undefined
            ? `accepted (${mode}, restricted: the account cannot be read)`
            : `accepted (${mode}), of the account ${account.id}`,
        );
      }),
    },
    {
      name: "Stripe: prices",
      seconds,
      run: ask(async (stripe) => {
        // The account is read first, so that a refused key is reported once rather than for each price.
        await readAccount(stripe);
        const taxBehavior = values.STRIPE_AUTOMATIC_TAX ? values.STRIPE_TAX_BEHAVIOR : undefined;
        const given = listOwnPrices(values);
        const problems = await openStripePrices(stripe, {
          given,
          taxBehavior,
          clock,
        }).listProblems();
        return problems.length === 0
          ? passed("all three are what the pages say")
          : failed(problems.join(" "));
      }),
    },
    {
      name: "Stripe: webhook",
      seconds,
      run: ask(async (stripe) => {
        if (!publicUrl.startsWith("https:")) {
          return onLoopback
            ? passed("none: Stripe cannot reach this machine, `stripe listen` passes events on")
            : failed(
                "Stripe only reaches https addresses, so payments are noticed late: correct PUBLIC_URL.",
              );
        }
        const problem = await findWebhookProblem(stripe, webhookUrl(publicUrl));
        return problem === undefined
          ? passed("registered, with every event; its secret is set")
          : failed(`${problem} Run \`npm run stripe:setup\`.`);
      }),
    },
  ];
}

/** Undefined if a restricted key may not read the account. */
async function readAccount(stripe: Stripe): Promise<Stripe.Account | undefined> {
  try {
    return await stripe.accounts.retrieveCurrent();
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    return undefined;
  }
}
