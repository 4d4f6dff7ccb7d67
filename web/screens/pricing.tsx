import { prices } from "#contract/limits.ts";
import type { PricingPageModel } from "#contract/pages.ts";
import { formatPrice } from "#contract/prices.ts";
import { PriceTable } from "#web/features/billing/price-table.tsx";
import { PublicFooter } from "#web/shell/public-footer.tsx";
import { PricingHeader } from "#web/shell/public-header.tsx";
import { ChevronDownIcon } from "#web/ui/icons.tsx";

const questions = [
  {
    ask: "Who can read what my people write?",
    answer:
      "You. Each person answers through their own private link, and their reflections appear on your results page. If you generate insights, they are also summarised for you.",
  },
  {
    ask: "Do the people I invite need an account?",
    answer: "No. They open the link, answer, and they are done.",
  },
  {
    ask: `What does the ${formatPrice(prices.single_cents)} cover?`,
    answer: "Every reflection in one paraline, paid once.",
  },
  { ask: "Can I stop a subscription?", answer: "Yes. Cancel anytime." },
];

/** Where something other than a payment unlocks. */
const notes: Record<string, string> = {
  off: "On this server everything is unlocked, and nothing is charged.",
  test: "On this server checkout is a test: no money moves, and no card is asked for.",
};

/** The pricing page. Rendered by the server once and not hydrated. */
export function Pricing({ billing }: PricingPageModel) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PricingHeader />
      <main className="wrap pricing" id="main">
        <div className="stack g10">
          <div className="stack g3">
            <h1 className="title headline">Pay when there is something to read</h1>
            <p className="lede">
              Starting a paraline and inviting your people is free. You pay once their reflections
              arrive.
            </p>
            {notes[billing] !== undefined && <p className="pricing-note">{notes[billing]}</p>}
            <p className="pricing-note" role="status" data-payment="" />
          </div>
          <PriceTable isSelling={billing !== "off"} />
          <section className="faq reading" aria-labelledby="faq">
            <h2 className="heading" id="faq">
              Questions people ask
            </h2>
            {questions.map(({ ask, answer }, index) => (
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
      </main>
      <PublicFooter />
    </>
  );
}
