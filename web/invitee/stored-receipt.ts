import type { Receipt } from "#contract/feedback/feedback.ts";
import type { KeptReceipt } from "#contract/pages.ts";
import { receiptUrl } from "#contract/paths.ts";
import { readJson, storeText } from "#web/client/browser-storage.ts";

/** The content of /thank-you, kept for this tab: a receipt, without any answers. */
const key = "paraline.receipt";

export const readReceipt = () =>
  (readJson("sessionStorage", key) as KeptReceipt | null) ?? undefined;

export const storeReceipt = (receipt: KeptReceipt) =>
  storeText("sessionStorage", key, JSON.stringify(receipt));

/** @param privateLink the path of the link that was answered */
export function addLink(receipt: Receipt, privateLink: string): KeptReceipt {
  return { ...receipt, link: receiptUrl(`${location.origin}${privateLink}`, receipt.code) };
}
