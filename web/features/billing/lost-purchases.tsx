import { useBilling } from "./hooks.ts";

/** Nothing for an owner without purchases, and what may be lost if they could not be loaded. */
export function LostPurchases() {
  const { data, isError } = useBilling();
  if (data === undefined) {
    return isError ? (
      <p className="ink-2">
        If you have bought anything, it is deleted too: single unlocks, and a subscription, which
        ends right away even if you have paid for longer.
      </p>
    ) : null;
  }
  const { subscription, credits_count, unlocked, has_portal } = data;
  const sentences = [
    ...(subscription === null
      ? []
      : ["Your subscription ends right away, even if you have paid for longer."]),
    ...(credits_count + unlocked.length === 0 ? [] : ["Your single unlocks are deleted too."]),
    // The provider keeps balances, and only its operator can pay one out.
    ...(has_portal
      ? [
          "If your invoices show a credit balance, it is lost: ask the person who runs this server to pay it out first.",
        ]
      : []),
  ];
  return sentences.length === 0 ? null : <p className="ink-2">{sentences.join(" ")}</p>;
}
