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
import { describeNextPlan, describeOwnPrice, describePlan } from "./describe-price.ts";
import { useBilling, useLeaveForProvider, useOpenPortal, useOpenReceipt } from "./hooks.ts";

/** What the owner has bought and what it unlocks: a section of the settings. */
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
  const { mode, subscription, unlocked, credits_count, pending, has_portal, receipts } = billing;
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
            isAwaited={pending.some(({ kind }) => kind !== "single")}
            addsTax={subscription.adds_tax ?? billing.adds_tax}
          />
        ) : (
          <div className="stack g2">
            <p className="strong">No subscription</p>
            <p className="ink-2">
              You pay once reflections arrive, for one paraline or for all.{" "}
              <a href={paths.pricing}>See prices</a>
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
      {pending.length > 0 && (
        <div className="stack g2">
          <h3 className="subhead">Payments on their way</h3>
          <p className="ink-2">
            They unlock what you bought once they arrive. A bank debit takes some days.
          </p>
          <ul className="lined">
            {pending.map(({ id, kind, circle }) => (
              <li key={id}>
                <bdi>{circle?.title ?? kindLabels[kind]}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
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
  isAwaited,
  addsTax,
}: {
  subscription: Subscription;
  /** Its first payment is on its way. */
  isAwaited: boolean;
  addsTax: boolean;
}) {
  return (
    <div className="stack g2">
      <p className="strong num">{describePlan(subscription)}</p>
      {describeOwnPrice(subscription).map((sentence) => (
        <p className="num" key={sentence}>
          {sentence}
        </p>
      ))}
      {addsTax && <p>Tax is added where it applies to you.</p>}
      <p className="ink-2 num">{isAwaited ? awaitedMessage : describeSubscription(subscription)}</p>
    </div>
  );
}

const awaitedMessage = "Your payment is on its way. Everything unlocks once it arrives.";

/** Why a subscription that continues unlocks nothing. */
const lockedMessages: Partial<Record<Subscription["status"], string>> = {
  unpaid: "A payment has not arrived, so this plan unlocks nothing.",
  refunded: "The last payment was refunded, so this plan unlocks nothing.",
  disputed: "The last payment is disputed, so this plan unlocks nothing.",
};

function describeSubscription(subscription: Subscription): string {
  const { status, renews_on, ends_on, grace_ends_on, next_plan } = subscription;
  const locked = lockedMessages[status];
  if (locked !== undefined) return `${locked} ${nextStepOf(subscription)}`;
  if (status === "past_due" && grace_ends_on !== null) {
    return `The last payment has not arrived. Everything stays unlocked until ${formatDay(grace_ends_on)}; please check your card or bank account.`;
  }
  if (ends_on !== null) {
    const until =
      renews_on === null
        ? `Everything stays unlocked until ${formatDay(ends_on)};`
        : `It still renews on ${formatDay(renews_on)}, and ends on ${formatDay(ends_on)};`;
    return `Cancelled. ${until} then your paralines lock, but single unlocks are not affected.`;
  }
  if (renews_on === null) return "Everything is unlocked.";
  const renewal = `${status === "trialing" ? "On trial until" : "Renews on"} ${formatDay(renews_on)}.`;
  if (next_plan === null) return renewal;
  const change = describeNextPlan(next_plan, subscription);
  return next_plan.starts_on === renews_on ? change : `${renewal} ${change}`;
}

/** What happens to a subscription that unlocks nothing, and what can be done about it. */
function nextStepOf({ status, renews_on, ends_on }: Subscription): string {
  if (ends_on !== null) return `It is cancelled and ends on ${formatDay(ends_on)}.`;
  const afterwardsSentence = "You can subscribe again once it has ended.";
  if (status === "unpaid" || renews_on === null)
    return `You can pay or cancel it below. ${afterwardsSentence}`;
  return `It unlocks again with the next payment, on ${formatDay(renews_on)}, unless you cancel it below. ${afterwardsSentence}`;
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
