import type { Receipt } from "#contract/feedback/feedback.ts";
import { keepText, readJson } from "#web/client/browser-storage.ts";

/** The content of /thank-you, kept for this tab: a receipt, without any answers. */
const key = "paraline.receipt";

export const readReceipt = () => readJson(key, "sessionStorage") as Receipt | undefined;
export const saveReceipt = (receipt: Receipt) =>
  keepText(key, JSON.stringify(receipt), "sessionStorage");
