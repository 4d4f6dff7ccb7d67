import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";
import { formatAmount } from "#contract/billing/prices.ts";
import { paths } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { isolate } from "#contract/values/isolate.ts";
import {
  EmailButton,
  EmailFacts,
  EmailHint,
  EmailLink,
  EmailText,
} from "#server/mail/email-parts.tsx";
import { renderAccountEmail } from "#server/mail/render-account-email.tsx";
import type { RenderedEmail } from "#server/mail/render-email.ts";

export interface FailedPayment {
  kind: SubscriptionKind;
  cents: number;
  currency: string;
  /** Where it can be paid; null if it can be paid only from Settings. */
  pay_url: string | null;
  needs_confirmation: boolean;
  /** A day; null if nothing is unlocked any more. */
  unlockedUntil: string | null;
}

/** What the small print says these emails are about. */
const about = "a payment for your account";

const planNames: Record<SubscriptionKind, string> = {
  monthly: "your monthly plan",
  annual: "your annual plan",
};

export function composePaymentFailed(
  { kind, cents, currency, pay_url, needs_confirmation, unlockedUntil }: FailedPayment,
  publicUrl: string,
): Promise<RenderedEmail> {
  const amount = formatAmount(cents, currency);
  const subject = needs_confirmation ? "Please confirm your payment" : "Your payment failed";
  const unlocked =
    unlockedUntil === null
      ? "Until it is paid, this plan unlocks nothing, except the paralines you bought one by one."
      : `Everything stays unlocked until ${formatDay(unlockedUntil)}. After that your paralines lock until it is paid, except those you bought one by one.`;
  const settings = `${publicUrl}${paths.settings}`;
  const action = needs_confirmation ? "Confirm the payment" : "Pay now";
  return renderAccountEmail(
    { subject, preview: `${amount} for ${planNames[kind]}`, about, publicUrl },
    <>
      <EmailText>
        {needs_confirmation
          ? `Your bank asks you to confirm the payment of ${amount} for ${planNames[kind]}.`
          : `We have not received the payment of ${amount} for ${planNames[kind]}. Your card or bank may have declined it.`}
      </EmailText>
      <EmailText>{unlocked}</EmailText>
      <EmailButton href={pay_url ?? settings}>
        {pay_url === null ? "Open your settings" : action}
      </EmailButton>
      <EmailHint>
        For another card, or to cancel, choose “Manage billing” under{" "}
        <EmailLink href={settings}>Plan and billing in your settings</EmailLink>.
      </EmailHint>
    </>,
  );
}

export interface Receipt {
  kind: CheckoutKind;
  /** The title of the circle that it unlocked; null for any other purchase. */
  title: string | null;
  cents: number;
  currency: string;
  /** A day. */
  paid_on: string;
  receipt_url: string | null;
  refundTerms: string | null;
}

const productNames: Record<CheckoutKind, string> = {
  single: "One paraline, unlocked for good",
  monthly: "Unlimited paralines, one month",
  annual: "Unlimited paralines, one year",
};

export function composeReceipt(
  { kind, title, cents, currency, paid_on, receipt_url, refundTerms }: Receipt,
  publicUrl: string,
): Promise<RenderedEmail> {
  const amount = formatAmount(cents, currency);
  return renderAccountEmail(
    {
      subject: `Your receipt: ${amount}`,
      heading: "Thank you for your payment",
      preview: `${productNames[kind]}, paid on ${formatDay(paid_on)}`,
      about,
      publicUrl,
    },
    <>
      <EmailFacts
        facts={[
          { name: "For", value: productNames[kind] },
          ...(title === null ? [] : [{ name: "Paraline", value: `“${isolate(title)}”` }]),
          { name: "Paid", value: amount },
          { name: "On", value: formatDay(paid_on) },
        ]}
      />
      {receipt_url !== null && <EmailButton href={receipt_url}>Open the full receipt</EmailButton>}
      {refundTerms !== null && <EmailHint>Refunds: {refundTerms}</EmailHint>}
      <EmailHint>
        All your receipts are in{" "}
        <EmailLink href={`${publicUrl}${paths.settings}`}>your settings</EmailLink>, under Plan and
        billing.
      </EmailHint>
    </>,
  );
}
