import { dayIn } from "#contract/values/days.ts";
import { findOwner, type Owner } from "#server/access/profiles.ts";
import { graceEnd } from "#server/access/unlocks.ts";
import {
  type EmailRow,
  type MailComposer,
  type MailComposers,
  skipAfterReset,
} from "#server/mail/compose.ts";
import type { RenderedEmail } from "#server/mail/render-email.ts";
import type { BillingDeps } from "../billing-deps.ts";
import { findPurchaseWithTitle } from "../purchase-queries.ts";
import { findPaymentById, findUnpaidSubscription } from "../subscription-queries.ts";
import { composePaymentFailed, composeReceipt } from "./emails.tsx";
import { readSubjectId } from "./request-billing-emails.ts";

type BillingMailKind = "billing_payment_failed" | "billing_receipt";

/** The emails to owners about their payments: like those about their account, they always go. */
export function billingEmails({
  db,
  clock,
  config,
}: Pick<BillingDeps, "db" | "clock" | "config">): Pick<MailComposers, BillingMailKind> {
  const createComposer =
    (
      write: (mail: EmailRow, owner: Owner) => Promise<RenderedEmail | { skip: string }>,
    ): MailComposer =>
    async (mail) => {
      const owner = mail.user_id === null ? undefined : await findOwner(db, mail.user_id);
      if (owner === undefined) return { skip: "The account is gone." };
      const composed = skipAfterReset(mail, owner) ?? (await write(mail, owner));
      return "skip" in composed ? composed : { to: owner.email, ...composed };
    };

  return {
    billing_payment_failed: createComposer(async (mail, { user_id, time_zone }) => {
      const subscription = await findUnpaidSubscription(db, user_id, readSubjectId(mail));
      if (subscription === undefined) {
        return { skip: "It has been paid since, or the subscription has ended." };
      }
      const end = graceEnd(subscription);
      return composePaymentFailed(
        {
          kind: subscription.kind,
          cents: subscription.unpaid_cents ?? 0,
          currency: subscription.currency ?? "usd",
          pay_url: subscription.unpaid_url,
          needs_confirmation: subscription.unpaid_needs_confirmation === true,
          unlockedUntil: end !== null && end > clock.now() ? dayIn(time_zone ?? "UTC", end) : null,
        },
        config.publicUrl,
      );
    }),

    billing_receipt: createComposer(async (mail, { user_id, time_zone }) => {
      const id = readSubjectId(mail);
      const purchase = await findPurchaseWithTitle(db, user_id, id);
      const payment =
        purchase === undefined
          ? await findPaymentById(db, user_id, id)
          : { ...purchase, kind: "single" as const, currency: "usd", paid_at: purchase.bought_at };
      if (payment?.state !== "paid") return { skip: "The payment was refunded or disputed." };
      return composeReceipt(
        {
          kind: payment.kind,
          title: purchase?.title ?? null,
          cents: payment.amount_cents,
          currency: payment.currency ?? "usd",
          paid_on: dayIn(time_zone ?? "UTC", payment.paid_at),
          receipt_url: payment.receipt_url,
          refundTerms: config.refundTerms ?? null,
        },
        config.publicUrl,
      );
    }),
  };
}
