import { prices } from "#contract/limits.ts";
import { paths } from "#contract/paths.ts";
import { annual_saving_cents, formatPrice } from "#contract/prices.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { CheckIcon } from "#web/ui/icons.tsx";

const offers = [
  {
    name: "One paraline",
    line: "For a single decision or idea",
    cents: prices.single_cents,
    per: "one-time",
    start: "Start with one",
    ticks: [
      "Read every reflection in one paraline",
      "All feedback, encouragement and insights",
      "Pay once, no subscription",
    ],
  },
  {
    name: "Monthly",
    line: "For a season of change",
    cents: prices.monthly_cents,
    per: "/month",
    start: "Start monthly",
    ticks: ["Unlimited paralines", "Insights on every one", "Cancel anytime"],
  },
  {
    name: "Annual",
    line: "For a year of good questions",
    cents: prices.annual_cents,
    per: "/year",
    start: "Start annual",
    ticks: [
      "Unlimited paralines",
      `Two months free: you save ${formatPrice(annual_saving_cents)} a year`,
      "Cancel anytime",
    ],
  },
];

/** The three prices. The first has the filled button, because it is the smallest ask. */
export function PriceTable() {
  return (
    <ul className="prices">
      {offers.map((offer, index) => (
        <li className="price" key={offer.name}>
          <div className="stack g2">
            <h2 className="subhead">{offer.name}</h2>
            <p className="ink-2 small">{offer.line}</p>
          </div>
          <p className="price-amount num">
            <b>{formatPrice(offer.cents)}</b> <span>{offer.per}</span>
          </p>
          {/* for somebody signed in the page's script makes it lead to a new paraline */}
          <a
            className={buttonClass(index === 0 ? "primary" : "outline")}
            href={paths.auth}
            data-start=""
          >
            {offer.start}
          </a>
          <ul className="price-ticks">
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
