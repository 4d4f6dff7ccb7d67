import type { Receipt } from "#contract/feedback/feedback.ts";

/** The content of /thank-you, kept for this tab: a receipt, without any answers. */
const key = "paraline.receipt";

export function readReceipt(): Receipt | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(receipt));
  } catch {
    // Storage is disabled: only a reload will miss it.
  }
}
