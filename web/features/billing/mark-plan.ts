import type { readBilling, SubscriptionKind } from "#contract/billing/billing.ts";
import { paths } from "#contract/paths.ts";
import { ApiError, callApi } from "#web/client/api.ts";

const changeLabels: Record<SubscriptionKind, string> = {
  monthly: "Change to monthly",
  annual: "Change to annual",
};

/**
 * Marks a subscriber's plan in the price table of the pricing page, if the visitor seems to be signed in. If there is
 * no response, the page stays as it is, and the buttons lead to a sentence that says what to do instead.
 */
export async function markPlan(table: HTMLElement, accessToken: string | undefined): Promise<void> {
  const billing = await callApi<typeof readBilling>("GET", "/api/billing", {
    headers: { Authorization: `Bearer ${accessToken}` },
  }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  const subscription = billing?.subscription;
  if (billing === undefined || subscription === null || subscription === undefined) return;
  // If a payment is confirmed while the page loads, this is called a second time.
  if (table.dataset.marked !== undefined) return;
  table.dataset.marked = "";
  for (const link of table.querySelectorAll<HTMLAnchorElement>("[data-checkout]")) {
    const kind = link.dataset.checkout;
    if (kind === subscription.kind) markOwn(link);
    else if (!billing.is_everything_unlocked) continue;
    else if (kind === "monthly" || kind === "annual") {
      link.firstChild?.replaceWith(changeLabels[kind]);
    } else {
      const included = document.createElement("p");
      included.className = "price-included";
      included.textContent = "Included in your plan";
      link.replaceWith(included);
    }
  }
}

function markOwn(link: HTMLAnchorElement): void {
  link.href = paths.settings;
  link.removeAttribute("target");
  link.textContent = "Manage your plan";
  const mark = document.createElement("p");
  mark.className = "price-own";
  mark.textContent = "Your plan";
  // The mark is beside the heading, so that the prices of all columns stay on one line.
  const head = document.createElement("div");
  head.className = "row";
  const heading = link.closest("li")?.querySelector("h2");
  heading?.replaceWith(head);
  head.append(...(heading ? [heading] : []), mark);
}
