import type { Context, Hono } from "hono";
import { html, raw } from "hono/html";
import type { CheckoutKind, SubscriptionKind } from "#contract/billing/billing.ts";
import { formatPrice } from "#contract/billing/prices.ts";
import { portalReturnPath } from "#contract/paths.ts";
import { formatUtcDay } from "#contract/values/days.ts";
import type { Db } from "#server/db/tables.ts";
import { plainPageCss, wordmark } from "#server/design/plain-page.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { inlineHash } from "#server/http/security-headers.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import type { ProviderEvent } from "../provider.ts";
import { writeEvent } from "./events.ts";
import {
  changeTestSubscription,
  expireTestCheckout,
  findTestCheckout,
  listTestSubscriptions,
  payTestCheckout,
  type TestCheckout,
  type TestSubscription,
} from "./queries.ts";
import { calculatePeriod, findAmount, isOver } from "./reports.ts";
import { isTestCheckoutId, testPagePath } from "./test-provider.ts";

const formBytes = 4096;

const offers: Record<CheckoutKind, { name: string; per: string }> = {
  single: { name: "One paraline, unlocked for good", per: "one-time" },
  monthly: { name: "Unlimited paralines, monthly", per: "/month" },
  annual: { name: "Unlimited paralines, annual", per: "/year" },
};
const otherPlan: Record<SubscriptionKind, SubscriptionKind> = {
  monthly: "annual",
  annual: "monthly",
};
const formatKindPrice = (kind: CheckoutKind) => formatPrice(findAmount(kind));

/**
 * The one page of the test provider: a checkout and, once that is paid, what its buyer can do about their subscription.
 * As with a real provider, its address is private because it cannot be guessed, and the product learns what happens
 * through a signed event at the webhook's address.
 */
export function testPageRoutes(
  app: Hono<AppEnv>,
  {
    db,
    clock,
    secrets,
    webhookPath,
  }: { db: Db; clock: Clock; secrets: Secrets; webhookPath: string },
): void {
  async function sendEvent(
    type: string,
    about: NonNullable<ProviderEvent["about"]>,
    userId: string,
  ): Promise<void> {
    const { body, headers } = writeEvent(secrets, { type, about, user_id: userId });
    await app.request(webhookPath, { method: "POST", body, headers });
  }

  async function findCheckout(id: string): Promise<TestCheckout | undefined> {
    return isTestCheckoutId(id) ? findTestCheckout(db, id) : undefined;
  }

  app.get(`${testPagePath}/:id`, async (c) => {
    const checkout = await findCheckout(c.req.param("id"));
    if (checkout === undefined) return c.notFound();
    const now = clock.now();
    if (checkout.state === "open" && checkout.expires_at > now) {
      return page(c, "Checkout", checkoutView(checkout, c.req.query("failed") !== undefined));
    }
    const isPaid = checkout.state === "paid";
    const bought = isPaid ? await listTestSubscriptions(db, checkout.user_id) : [];
    return bought.length > 0
      ? page(c, "Your subscription", portalView(bought, now))
      : page(c, "This checkout is over", overView(checkout));
  });

  app.post(`${testPagePath}/:id`, async (c) => {
    const id = c.req.param("id");
    const checkout = await findCheckout(id);
    if (checkout === undefined) return c.notFound();
    const { user_id, success_url, cancel_url } = checkout;
    const about = { kind: "checkout" as const, id };
    const [action = "", subscriptionId] = (await readAction(c)).split(" ");
    if (subscriptionId !== undefined) {
      await changeSubscription(user_id, subscriptionId, action);
      return c.redirect(`${testPagePath}/${id}`, 303);
    }
    switch (action) {
      case "pay":
        if (!(await payTestCheckout(db, checkout, clock.now()))) {
          return c.redirect(`${testPagePath}/${id}`, 303);
        }
        await sendEvent("checkout.paid", about, user_id);
        return c.redirect(success_url, 303);
      case "fail":
        return c.redirect(`${testPagePath}/${id}?failed`, 303);
      default:
        await expireTestCheckout(db, id);
        await sendEvent("checkout.expired", about, user_id);
        return c.redirect(cancel_url, 303);
    }
  });

  async function changeSubscription(userId: string, id: string, action: string): Promise<void> {
    const subscription = (await listTestSubscriptions(db, userId)).find((row) => row.id === id);
    const changes = subscription && findChanges(action, subscription, clock.now());
    if (changes !== undefined && (await changeTestSubscription(db, userId, id, changes))) {
      await sendEvent("subscription.changed", { kind: "subscription", id }, userId);
    }
  }
}

type SubscriptionChanges = Parameters<typeof changeTestSubscription>[3];

function findChanges(
  action: string,
  subscription: TestSubscription,
  now: Date,
): SubscriptionChanges | undefined {
  switch (action) {
    case "cancel":
      return { cancels_at: calculatePeriod(subscription, now).endsAt };
    case "resume":
      return { cancels_at: null };
    case "card-fails":
      return { past_due_since: now };
    case "card-works":
      return { past_due_since: null };
    case "end":
      return { ended_at: now };
    case "change-plan":
      return { kind: otherPlan[subscription.kind] };
    default:
      return undefined;
  }
}

async function readAction(c: Context<AppEnv>): Promise<string> {
  const body = await readBody(c.req.raw, formBytes);
  return new URLSearchParams(body.toString("utf8")).get("action") ?? "";
}

/**
 * The styles of the test provider's page. It looks different from the product's own, as a real provider's page
 * would.
 */
const testPageCss = `${plainPageCss}
:root { --measure: 34rem; }
.marked { margin: 0 0 2rem; padding: 0.75rem 1rem; border-radius: 6px; background: var(--ochre-wash); color: var(--ochre); }
.failed { margin: 1.5rem 0; padding: 0.75rem 1rem; border-radius: 6px; background: var(--danger-wash); color: var(--danger); }
.sheet { margin: 0 0 1.5rem; padding: clamp(1.25rem, 1rem + 1.5vw, 2rem); border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); }
h1, h2 { margin: 0 0 0.5rem; font: 400 clamp(1.5rem, 1.4rem + 0.6vw, 1.875rem)/1.2 var(--serif); }
h2 { font-size: 1.25rem; }
p { margin: 0 0 0.75rem; color: var(--ink-2); }
.amount { margin: 0 0 1.5rem; color: var(--ink); }
.amount b { font: 400 2.75rem/1.1 var(--serif); font-variant-numeric: lining-nums tabular-nums; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.sheet form + form { margin-top: 0.75rem; }
button { min-height: 48px; padding: 0.5rem 1.25rem; border: 1px solid var(--rule-strong); border-radius: 6px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button.first { flex: 1 1 100%; border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button:not(.first) { flex: 1 1 auto; }
button:hover { border-color: var(--accent); }
`;

const policy = [
  "default-src 'none'",
  `style-src ${inlineHash(testPageCss)}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

function page(c: Context<AppEnv>, title: string, body: unknown) {
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} (test)</title>
<style>${raw(testPageCss)}</style>
</head>
<body>
<header><span class="wordmark">${wordmark}</span></header>
<main>
<p class="marked"><strong>This is a test checkout.</strong> No money moves, and no card is asked for.</p>
${body}
</main>
</body>
</html>`,
    200,
    {
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": policy,
    },
  );
}

function checkoutView({ kind }: TestCheckout, hasFailed: boolean) {
  const { name, per } = offers[kind];
  return html`<section class="sheet">
<h1>${name}</h1>
<p class="amount"><b>${formatKindPrice(kind)}</b> ${per}</p>
${hasFailed ? html`<p class="failed" role="alert">The payment failed. Nothing was charged; you can try again.</p>` : ""}
<form method="post">
<button class="first" name="action" value="pay">Pay ${formatKindPrice(kind)}</button>
<button name="action" value="fail">Payment fails</button>
<button name="action" value="cancel">Cancel</button>
</form>
</section>`;
}

function overView({ state, success_url, cancel_url }: TestCheckout) {
  return html`<section class="sheet">
<h1>This checkout is over</h1>
<p>${state === "paid" ? "It has already been paid." : "It was cancelled or not paid in time. Nothing was charged."}</p>
<p><a href="${state === "paid" ? success_url : cancel_url}">Back to Paraline</a></p>
</section>`;
}

function portalView(subscriptions: readonly TestSubscription[], now: Date) {
  return html`
${subscriptions.map((subscription) => subscriptionView(subscription, now))}
<p><a href="${portalReturnPath}">Back to Paraline</a></p>`;
}

function subscriptionView(subscription: TestSubscription, now: Date) {
  const { id, kind, cancels_at, past_due_since } = subscription;
  const actions = isOver(subscription, now)
    ? []
    : [
        cancels_at === null ? ["cancel", "Cancel at the end of the period"] : ["resume", "Resume"],
        past_due_since === null
          ? ["card-fails", "Make its card fail"]
          : ["card-works", "Make its card work"],
        ["end", "End it now"],
        ["change-plan", `Change to ${otherPlan[kind]}, ${formatKindPrice(otherPlan[kind])}`],
      ];
  return html`<section class="sheet">
<h1>${offers[kind].name}</h1>
<p>${formatKindPrice(kind)}${offers[kind].per}. ${describeStatus(subscription, now)}</p>
<form method="post">${actions.map(
    ([action, label]) => html`<button name="action" value="${action} ${id}">${label}</button>`,
  )}</form>
</section>`;
}

function describeStatus(subscription: TestSubscription, now: Date): string {
  if (isOver(subscription, now)) return "It has ended.";
  const day = formatUtcDay(calculatePeriod(subscription, now).endsAt);
  if (subscription.cancels_at !== null) return `Cancelled: it ends on ${day}.`;
  if (subscription.past_due_since !== null) return "The last payment failed.";
  return `It renews on ${day}.`;
}
