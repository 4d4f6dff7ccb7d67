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
  if (billing === undefined) return;
  const { subscription, is_everything_unlocked, credits_count } = billing;
  // If a payment is confirmed while the page loads, this is called a second time.
  if (table.dataset.marked !== undefined) return;
  table.dataset.marked = "";
  for (const link of table.querySelectorAll<HTMLAnchorElement>("[data-checkout]")) {
    const kind = link.dataset.checkout;
    if (kind === subscription?.kind) markOwn(link);
    else if (!is_everything_unlocked) {
      if (kind === "single" && credits_count > 0)
        link.before(createNote(unusedMessage(credits_count)));
    } else if (kind === "monthly" || kind === "annual") {
      link.firstChild?.replaceWith(changeLabels[kind]);
    } else {
      link.replaceWith(createNote("Included in your plan"));
    }
  }
}

function createNote(text: string): HTMLElement {
  const note = document.createElement("p");
  note.className = "price-note";
  note.textContent = text;
  return note;
}

const unusedMessage = (count: number) =>
  count === 1
    ? "You have an unlock that you have not used yet"
    : `You have ${count} unlocks that you have not used yet`;

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
