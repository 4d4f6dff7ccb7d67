import type { CheckoutKind } from "#contract/billing/billing.ts";
import { annualSavingCents, formatPrice } from "#contract/billing/prices.ts";
import { prices } from "#contract/limits.ts";
import { checkoutStartPath, paths } from "#contract/paths.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { CheckIcon } from "#web/ui/icons/icons.tsx";

interface Offer {
  kind: CheckoutKind;
  name: string;
  line: string;
  cents: number;
  per: string;
  start: string;
  ticks: string[];
}

const listOffers = (hasInsights: boolean): Offer[] => [
  {
    kind: "single",
    name: "One paraline",
    line: "For a single decision or idea",
    cents: prices.singleCents,
    per: " one-time per paraline",
    start: "Start with one",
    ticks: [
      "Read every reflection in one paraline",
      hasInsights ? "All feedback, encouragement and insights" : "All feedback and encouragement",
      "Pay once, no subscription",
    ],
  },
  {
    kind: "monthly",
    name: "Monthly",
    line: "For a season of change",
    cents: prices.monthlyCents,
    per: "/month unlimited",
    start: "Start monthly",
    ticks: [
      "Unlimited paralines",
      hasInsights ? "Insights on every one" : "Every reflection in each one",
      "Cancel anytime",
    ],
  },
  {
    kind: "annual",
    name: "Annual",
    line: "For a year of good questions",
    cents: prices.annualCents,
    per: "/year unlimited",
    start: "Start annual",
    ticks: [
      "Unlimited paralines",
      `Two months free: you save ${formatPrice(annualSavingCents)} a year`,
      "Cancel anytime",
    ],
  },
];

/** The first has the filled button, because it costs the least. The page's script marks the plan that a visitor has. */
export function PriceTable({
  isBillingEnabled,
  hasInsights,
}: {
  isBillingEnabled: boolean;
  hasInsights: boolean;
}) {
  return (
    <ul className="stack prices" data-prices="">
      {listOffers(hasInsights).map((offer, index) => (
        <li className="stack price" key={offer.kind}>
          <div className="stack g2">
            <h2 className="subhead">{offer.name}</h2>
            <p className="ink-2 small">{offer.line}</p>
          </div>
          <p className="price-amount num">
            <b>{formatPrice(offer.cents)}</b>
            <span>{offer.per}</span>
          </p>
          <a
            className={buttonClass(index === 0 ? "primary" : "outline")}
            {...(isBillingEnabled
              ? { href: checkoutStartPath(offer.kind), "data-checkout": offer.kind }
              : { href: paths.auth, "data-start": "" })}
          >
            {isBillingEnabled ? offer.start : "Start for free"}
          </a>
          <ul className="stack g2 small ink-2 price-ticks">
            {offer.ticks.map((words) => (
              <li key={words}>
                <CheckIcon />
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
