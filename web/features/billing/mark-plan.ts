import type { SubscriptionKind } from "#contract/billing/billing.ts";
import { paths } from "#contract/paths.ts";
import { ApiError, callApi } from "#web/client/api.ts";
import { formatCount } from "#web/ui/text/format-count.ts";

const changeLabels: Record<SubscriptionKind, string> = {
  monthly: "Change to monthly",
  annual: "Change to annual",
};

/** Without a response the buttons lead to a sentence that says what to do instead. */
export async function markPlan(table: HTMLElement, accessToken: string | undefined): Promise<void> {
  const billing = await callApi("GET /api/billing", {
    headers: { Authorization: `Bearer ${accessToken}` },
  }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (billing === undefined) return;
  const { subscription, is_everything_unlocked, credits_count } = billing;
  if (subscription === null && credits_count === 0) return;
  // If a payment is confirmed while the page loads, this is called a second time.
  if (table.dataset.marked !== undefined) return;
  table.dataset.marked = "";
  for (const link of table.querySelectorAll<HTMLAnchorElement>("[data-checkout]")) {
    const kind = link.dataset.checkout;
    if (kind === subscription?.kind) markOwn(link);
    else if (!is_everything_unlocked) {
      if (kind === "single" && credits_count > 0) {
        markHeading(link, formatCount(credits_count, "unused unlock"));
      }
    } else if (kind === "monthly" || kind === "annual") {
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
  markHeading(link, "Your plan");
}

/** Puts a mark beside an offer's heading, so that the prices of all columns stay on one line. */
function markHeading(link: HTMLAnchorElement, text: string): void {
  const mark = document.createElement("p");
  mark.className = "price-mark";
  mark.textContent = text;
  const head = document.createElement("div");
  head.className = "row";
  const heading = link.closest("li")?.querySelector("h2");
  heading?.replaceWith(head);
  head.append(...(heading ? [heading] : []), mark);
}
