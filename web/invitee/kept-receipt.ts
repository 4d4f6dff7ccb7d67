import type { Receipt } from "#contract/feedback.ts";

/** What /thank-you says, kept for this tab: a receipt, without any answer. */
const key = "paraline.receipt";

export function readReceipt(): Receipt | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(receipt));
  } catch {
    // Storage is switched off: only a reload will miss it.
  }
}
