import { type RefObject, useId, useState } from "react";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { annualSavingCents, formatPrice } from "#contract/billing/prices.ts";
import { prices } from "#contract/limits.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { countInWords } from "#web/ui/text/count-in-words.ts";
import "./paywall.css";
import { BillingErrorAction } from "./billing-error-action.tsx";
import { useCreditFor, useStartCheckout } from "./hooks.ts";

interface Offer {
  kind: CheckoutKind;
  name: string;
  line: string;
  cents: number;
  per?: string;
}

const single: Offer = {
  kind: "single",
  name: "This paraline",
  line: "One-time per paraline",
  cents: prices.singleCents,
};
const subscriptions: Offer[] = [
  {
    kind: "monthly",
    name: "Unlimited, monthly",
    line: "Every paraline. Cancel anytime",
    cents: prices.monthlyCents,
    per: "/month",
  },
  {
    kind: "annual",
    name: "Unlimited, annual",
    line: `Two months free: you save ${formatPrice(annualSavingCents)} a year. Cancel anytime`,
    cents: prices.annualCents,
    per: "/year",
  },
];

/** The ways to unlock what people wrote. An unlock bought earlier comes first. */
export function Paywall({
  circleId,
  responsesCount,
  creditsCount,
  isTest,
  addsTax,
  open,
  onOpenChange,
  finalFocus,
}: {
  circleId: string;
  responsesCount: number;
  creditsCount: number;
  isTest: boolean;
  addsTax: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const checkout = useStartCheckout(circleId);
  const credit = useCreditFor(circleId);
  const [clicked, setClicked] = useState<CheckoutKind | "credit">();
  const busy = checkout.isStarting || checkout.isHere || credit.isUsing;
  const error = clicked === "credit" ? credit.billingError : checkout.billingError;

  function choose(choice: CheckoutKind | "credit") {
    if (busy) return;
    setClicked(choice);
    if (choice === "credit") credit.use();
    else checkout.start(choice);
  }

  function tryAgain() {
    if (error?.code === "unlock_unused") choose("credit");
    else if (clicked !== undefined) choose(clicked);
  }

  const offers = creditsCount > 0 ? subscriptions : [single, ...subscriptions];
  const footnoteId = useId();

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Read what they wrote"
      description={`${countInWords(responsesCount)} ${
        responsesCount === 1 ? "person" : "people"
      } wrote to you.`}
      finalFocus={finalFocus}
    >
      <div className="stack g3">
        {creditsCount > 0 && (
          <button
            type="button"
            className="offer offer-lead"
            aria-disabled={busy || undefined}
            onClick={() => choose("credit")}
          >
            <span className="strong">Use your unlock</span>
            <span className="offer-price">Paid</span>
            <span className="small ink-2">
              {creditsCount === 1
                ? "You bought it earlier; it unlocks this paraline for good"
                : `You have ${creditsCount}; one unlocks this paraline for good`}
            </span>
          </button>
        )}
        {offers.map(({ kind, name, line, cents, per }) => (
          <button
            key={kind}
            type="button"
            className={kind === "single" ? "offer offer-lead" : "offer"}
            aria-disabled={busy || undefined}
            aria-describedby={footnoteId}
            onClick={() => choose(kind)}
          >
            <span className="strong">{name}</span>
            <span className="offer-price num">
              {formatPrice(cents)}
              {per && <small>{per}</small>}
            </span>
            <span className="small ink-2">{line}</span>
          </button>
        ))}
      </div>
      <div className="stack g2 small ink-3">
        {error !== undefined && !busy && (
          <div className="stack g3 start">
            <div role="alert">
              <FieldError>{error.message}</FieldError>
            </div>
            <BillingErrorAction error={error} circleId={circleId} onAgain={tryAgain} />
          </div>
        )}
        <p role="status">{describeOffer(checkout, credit.isUsing)}</p>
        <p id={footnoteId}>
          {isTest
            ? "This server takes no money: its checkout is a test, and opens in a new tab."
            : `Checkout opens in a new tab${addsTax ? ", and adds tax where it applies to you" : ""}. Private whether you pay or not.`}
        </p>
      </div>
    </Dialog>
  );
}

function describeOffer(
  { isStarting, isHere, isElsewhere }: ReturnType<typeof useStartCheckout>,
  isUsingCredit: boolean,
): string | undefined {
  if (isHere) return "Your browser didn't open a new tab, so checkout opens in this one.";
  if (isStarting) return "Opening checkout...";
  if (isElsewhere) {
    return "Checkout is open in another tab. Once you have paid, your reflections will open here automatically.";
  }
  if (isUsingCredit) return "Unlocking...";
  return undefined;
}
