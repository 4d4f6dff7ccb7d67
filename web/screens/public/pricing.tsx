import type { BillingMode } from "#contract/billing/billing.ts";
import { formatPrice } from "#contract/billing/prices.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { prices } from "#contract/limits.ts";
import type { PricingPageModel } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { PriceTable } from "#web/features/billing/price-table.tsx";
import { PublicPage } from "#web/shell/public/public-page.tsx";
import { ChevronDownIcon } from "#web/ui/icons/icons.tsx";

interface Question {
  ask: string;
  answer: string;
}

function listQuestions(model: PricingPageModel): Question[] {
  const { billing, insights } = model;
  return [
    {
      ask: "Who can read what my people write?",
      answer: `You. Each person answers through their own private link, and their reflections appear on your results page.${insightsSentence(insights)} Whoever runs the server has technical access.`,
    },
    {
      ask: "Do the people I invite need an account?",
      answer: "No. They open the link, answer, and they are done.",
    },
    ...(billing === "off" ? freeQuestions : listBillingQuestions(model)),
  ];
}

function insightsSentence(insights: InsightsUse): string {
  if (insights === "off") return "";
  const where =
    insights === "local"
      ? "on this server only"
      : "through an AI model that is named to everyone you ask";
  return ` If you generate insights, they are also summarized for you, ${where}.`;
}

function listBillingQuestions({ addsTax, refundTerms }: PricingPageModel): Question[] {
  return [
    ...billingQuestions,
    {
      ask: "Is tax included?",
      answer: addsTax
        ? "No. Where tax applies to you, checkout adds it to the price and shows it before you pay."
        : "The price you see is the price you pay: no tax is added to it.",
    },
    ...(refundTerms === null ? [] : [{ ask: "Can I get a refund?", answer: refundTerms }]),
  ];
}

const billingQuestions: Question[] = [
  {
    ask: `What does the ${formatPrice(prices.singleCents)} cover?`,
    answer: "Every reflection in one paraline, paid once.",
  },
  {
    ask: "Can I stop a subscription?",
    answer:
      "Yes, anytime: in Settings, under Plan and billing. Everything stays unlocked until the end of the month or year you have paid for; then your paralines lock, except those you bought one by one.",
  },
];
const freeQuestions: Question[] = [
  {
    ask: "Do I have to pay anything here?",
    answer: "No. Every reflection in every paraline can be read without paying.",
  },
];

/** Notes for servers on which results are unlocked by something other than a payment. */
const notes: Record<string, string> = {
  off: "On this server everything is unlocked, and nothing is charged.",
  test: "On this server checkout is a test: no money moves.",
};

export function pricingLede(billing: BillingMode): string {
  return billing === "off"
    ? "Start a paraline, invite your people, and read what they write."
    : "Starting a paraline and inviting your people is free. You pay only when reflections arrive.";
}

export function Pricing(model: PricingPageModel) {
  const { billing, insights } = model;
  const isBillingEnabled = billing !== "off";
  return (
    <PublicPage className="wrap pricing" currentPath={paths.pricing}>
      <div className="stack g10">
        <div className="stack g3">
          <h1 className="title headline">
            {isBillingEnabled
              ? "Pay when there is something to read"
              : "There is nothing to pay here"}
          </h1>
          <p className="lede">{pricingLede(billing)}</p>
          <p>
            <a href={paths.example}>See an example</a>
          </p>
          {notes[billing] !== undefined && <p className="pricing-note">{notes[billing]}</p>}
          <p className="pricing-note" role="status" data-payment="" />
        </div>
        <div className="stack g4">
          {!isBillingEnabled && (
            <p className="ink-2">This is what Paraline costs on servers that charge for it.</p>
          )}
          <PriceTable isBillingEnabled={isBillingEnabled} hasInsights={insights !== "off"} />
        </div>
        <section className="faq reading" aria-labelledby="faq">
          <h2 className="heading" id="faq">
            Questions people ask
          </h2>
          {listQuestions(model).map(({ ask, answer }, index) => (
            <details key={ask} open={index === 0}>
              <summary>
                {ask}
                <ChevronDownIcon />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      </div>
    </PublicPage>
  );
}
