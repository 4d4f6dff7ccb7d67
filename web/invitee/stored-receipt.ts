import type { Receipt } from "#contract/feedback/feedback.ts";
import { readJson, storeText } from "#web/client/browser-storage.ts";

/** The content of /thank-you, kept for this tab: a receipt, without any answers. */
const key = "paraline.receipt";

export const readReceipt = () => (readJson("sessionStorage", key) as Receipt | null) ?? undefined;
export const storeReceipt = (receipt: Receipt) =>
  storeText("sessionStorage", key, JSON.stringify(receipt));
