import type { Hono } from "hono";
import {
  checkSubscription as checkSubscriptionEndpoint,
  confirmCheckout as confirmCheckoutEndpoint,
  createCheckoutAnnual,
  createCheckoutMonthly,
  createCheckoutSingle,
  openPortal as openPortalEndpoint,
  openReceipt as openReceiptEndpoint,
  readBilling as readBillingEndpoint,
  redeemCredit as redeemCreditEndpoint,
  refreshBilling as refreshBillingEndpoint,
  startCheckout as startCheckoutEndpoint,
} from "#contract/billing/billing.ts";
import { DomainError } from "#contract/errors.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Api, OwnerCall } from "#server/http/endpoint.ts";
import { createLimiter, requireAllowed } from "#server/http/rate-limits.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { confirmCheckout } from "./checkout/confirm-checkout.ts";
import { redeemCredit } from "./checkout/redeem-credit.ts";
import { startCheckout } from "./checkout/start-checkout.ts";
import { openPortal } from "./customers/open-portal.ts";
import { openReceipt } from "./customers/open-receipt.ts";
import { receiveEvent } from "./events/receive-event.ts";
import { syncSubscriptionsAndOpenCheckouts } from "./events/reconcile.ts";
import { checkSubscription, type OwnersBilling, readBilling } from "./read-billing.ts";

/**
 * Each of these calls may ask the provider, which answers one server only so often. No one buys, or comes back from the
 * provider, more often than this.
 */
const rules = {
  checkout: { points: 40, seconds: 600 },
  refresh: { points: 20, seconds: 600 },
  portal: { points: 40, seconds: 600 },
} as const;

const webhookPath = "/api/billing/webhook";
const eventBytes = 1024 * 1024;

export function billingRoutes(
  app: Hono<AppEnv>,
  api: Api,
  deps: BillingDeps & {
    kind: DatabaseKind;
    config: { rateLimits: boolean };
  },
): void {
  const { db, kind, payments, config } = deps;
  const limiter = createLimiter(rules, { db, kind, enabled: config.rateLimits });

  async function start({ owner }: OwnerCall, wanted: Parameters<typeof startCheckout>[2]) {
    await requireAllowed(limiter, "checkout", owner);
    return startCheckout(deps, owner, wanted);
  }

  const addsTax = payments?.addsTax ?? false;

  api.on(readBillingEndpoint, async ({ owner }) => ({
    ...(await readBilling(deps, owner)),
    adds_tax: addsTax,
  }));

  api.on(refreshBillingEndpoint, async ({ owner }) => {
    const { allowed } = await limiter.consume("refresh", owner);
    const read = allowed ? refreshBilling : readBilling;
    return { ...(await read(deps, owner)), adds_tax: addsTax };
  });

  api.on(startCheckoutEndpoint, ({ body, ...call }) =>
    start(call, { kind: body.kind, circle_id: body.circle_id ?? null }),
  );

  api.on(confirmCheckoutEndpoint, ({ owner, body }) =>
    confirmCheckout(deps, owner, body.checkout_id),
  );

  api.on(openPortalEndpoint, async ({ owner }) => {
    await requireAllowed(limiter, "portal", owner);
    return { url: await openPortal(deps, owner) };
  });

  api.on(openReceiptEndpoint, async ({ owner, body }) => {
    await requireAllowed(limiter, "portal", owner);
    return { url: await openReceipt(deps, owner, body.receipt_id) };
  });

  api.on(redeemCreditEndpoint, async ({ owner, body }) => ({
    credits_count: await redeemCredit(deps, owner, body.circle_id),
  }));

  api.on(checkSubscriptionEndpoint, ({ owner }) => checkSubscription(deps, owner));
  api.on(createCheckoutSingle, ({ body, ...call }) =>
    start(call, { kind: "single", circle_id: body?.circleId ?? null }),
  );
  api.on(createCheckoutMonthly, (call) => start(call, { kind: "monthly", circle_id: null }));
  api.on(createCheckoutAnnual, (call) => start(call, { kind: "annual", circle_id: null }));

  // The signature covers the bytes as they were sent, so nothing may parse them first.
  app.post(webhookPath, async (c) => {
    if (payments === undefined) throw new DomainError("not_found");
    const body = await readBody(c.req.raw, eventBytes);
    await receiveEvent({ ...deps, payments }, body, c.req.raw.headers);
    return c.json({ received: true }, 200, { "Cache-Control": "no-store" });
  });

  payments?.addPages?.(app, webhookPath);
}

/**
 * Returns an owner's billing after asking the provider, or as it was known before if the provider cannot be reached.
 */
async function refreshBilling(deps: BillingDeps, owner: OwnerId): Promise<OwnersBilling> {
  const { payments, log } = deps;
  if (payments !== undefined) {
    try {
      await syncSubscriptionsAndOpenCheckouts({ ...deps, payments }, owner);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ provider: payments.name, reason }, "what an owner has could not be asked for");
    }
  }
  return readBilling(deps, owner);
}
