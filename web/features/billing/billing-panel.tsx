import { Link } from "react-router";
import type {
  Billing,
  BillingReceipt,
  CheckoutKind,
  Subscription,
} from "#contract/billing/billing.ts";
import { formatAmount } from "#contract/billing/prices.ts";
import { paths, resultsPath } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { Loading, Skeleton } from "#web/ui/status/skeleton.tsx";
import { formatCount } from "#web/ui/text/format-count.ts";
import { BillingErrorAction } from "./billing-error-action.tsx";
import { describeOwnPrice, describePlan } from "./describe-price.ts";
import { useBilling, useLeaveForProvider, useOpenPortal, useOpenReceipt } from "./hooks.ts";

export function BillingPanel() {
  const { data, isPending, refetch } = useBilling();
  if (data !== undefined) return <Purchases billing={data} />;
  if (isPending) {
    return (
      <Loading>
        <Skeleton height={19} />
      </Loading>
    );
  }
  return (
    <div className="stack g3 start">
      <p>Failed to load your plan</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  );
}

function Purchases({ billing }: { billing: Billing }) {
  const { mode, subscription, unlocked, credits_count, has_portal, receipts } = billing;
  const payUrl = subscription?.pay_url ?? null;
  const leave = useLeaveForProvider();
  if (mode === "off") {
    return <p>On this server everything is unlocked, and nothing is charged.</p>;
  }
  return (
    <div className="stack g8">
      <div className="stack g4 start">
        {subscription !== null ? (
          <SubscriptionLines
            subscription={subscription}
            addsTax={subscription.adds_tax ?? billing.adds_tax}
          />
        ) : (
          <div className="stack g2">
            <p className="strong">No subscription</p>
            <p className="ink-2">
              You pay only when reflections arrive. <a href={paths.pricing}>See prices</a>
            </p>
          </div>
        )}
        {(has_portal || payUrl !== null) && (
          <div className="row fill-small">
            {payUrl !== null && (
              <a
                className={buttonClass("primary", undefined, "fill-small")}
                href={payUrl}
                target="_blank"
                rel="noreferrer"
                onClick={leave}
              >
                Pay now <span className="sr-only">(opens in a new tab)</span>
              </a>
            )}
            {has_portal && <ManageButton />}
          </div>
        )}
        {mode === "test" && (
          <p className="small ink-2">On this server checkout is a test: no money moves.</p>
        )}
      </div>
      {credits_count > 0 && (
        <div className="stack g2">
          <h3 className="subhead">{formatCount(credits_count, "unused unlock")}</h3>
          <p className="ink-2">You can use it as soon as there are reflections to read.</p>
        </div>
      )}
      {unlocked.length > 0 && (
        <div className="stack g2">
          <h3 className="subhead">Unlocked for good</h3>
          <ul className="lined">
            {unlocked.map(({ circle_id, title, unlocked_on }) => (
              <li className="row between" key={circle_id}>
                <Link to={resultsPath(circle_id)}>
                  <bdi>{title}</bdi>
                </Link>
                <span className="small ink-2 num">{formatDay(unlocked_on)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {receipts.length > 0 && (
        <div className="stack g2">
          <h3 className="subhead">Receipts</h3>
          <ul className="lined">
            {receipts.map((receipt) => (
              <ReceiptLine receipt={receipt} key={receipt.id} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function SubscriptionLines({
  subscription,
  addsTax,
}: {
  subscription: Subscription;
  addsTax: boolean;
}) {
  const ownPrice = describeOwnPrice(subscription);
  return (
    <div className="stack g2">
      <p className="strong num">{describePlan(subscription)}</p>
      {ownPrice !== undefined && <p className="num">{ownPrice}</p>}
      {addsTax && <p>Tax is added where it applies to you.</p>}
      <p className="ink-2 num">{describeSubscription(subscription)}</p>
    </div>
  );
}

function describeSubscription(subscription: Subscription): string {
  const { status, renews_on, ends_on, grace_ends_on } = subscription;
  if (status === "unpaid") {
    const nextStep =
      ends_on === null
        ? "You can pay or cancel it below. You can subscribe again once it has ended."
        : `It is cancelled and ends on ${formatDay(ends_on)}.`;
    return `A payment has not arrived, so this plan unlocks nothing. ${nextStep}`;
  }
  if (status === "past_due" && grace_ends_on !== null) {
    return `The last payment has not arrived. Everything stays unlocked until ${formatDay(grace_ends_on)}; please check your card or bank account.`;
  }
  if (ends_on !== null) {
    const until =
      renews_on === null
        ? `Everything stays unlocked until ${formatDay(ends_on)};`
        : `It still renews on ${formatDay(renews_on)}, and ends on ${formatDay(ends_on)};`;
    return `Cancelled. ${until} then your paralines lock, except those you bought one by one.`;
  }
  if (renews_on === null) return "Everything is unlocked.";
  return `${status === "trialing" ? "On trial until" : "Renews on"} ${formatDay(renews_on)}.`;
}

function ManageButton() {
  const portal = useOpenPortal();
  const leave = useLeaveForProvider();
  if (portal.billingError?.code === "portal_none") {
    return (
      <div className="stack g3 start">
        <p>{portal.billingError.message}</p>
        <BillingErrorAction error={portal.billingError} onAgain={() => portal.open(undefined)} />
      </div>
    );
  }
  return (
    <Button
      className="fill-small"
      busy={portal.isOpening}
      busyLabel="Opening..."
      onClick={() => {
        portal.open(undefined);
        leave();
      }}
    >
      Manage billing <span className="sr-only">(opens in a new tab)</span>
    </Button>
  );
}

const kindLabels: Record<CheckoutKind, string> = {
  single: "One paraline",
  monthly: "Unlimited, monthly",
  annual: "Unlimited, annual",
};

const stateLabels: Record<BillingReceipt["state"], string> = {
  paid: "",
  refunded: ", refunded",
  disputed: ", disputed",
};

function ReceiptLine({ receipt }: { receipt: BillingReceipt }) {
  const { id, kind, circle, amount_cents, currency, paid_on, state, has_receipt } = receipt;
  const page = useOpenReceipt();
  return (
    <li className="row between">
      <span>
        <bdi>{circle?.title ?? kindLabels[kind]}</bdi>
        <span className="small ink-2 num own-line">
          {formatDay(paid_on)}, {formatAmount(amount_cents, currency)}
          {stateLabels[state]}
        </span>
      </span>
      {has_receipt && (
        <Button
          kind="quiet"
          className="btn-underlined"
          busy={page.isOpening}
          onClick={() => page.open(id)}
        >
          Receipt <span className="sr-only">of {formatDay(paid_on)} (opens in a new tab)</span>
        </Button>
      )}
    </li>
  );
}
