import { useEffect } from "react";
import { type LinkOutcome, readLinkOutcome } from "#web/client/auth.ts";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";

export const linkSentences: Record<Exclude<LinkOutcome, "half_done">, string> = {
  expired: "Email link is invalid or has expired",
  other_browser: "This link belongs to the browser it was asked for in",
  refused: "This link could not be used",
};

let isSaid = false;

/** Says once what came of the link that opened the page, as soon as the session has been checked. */
export function useLinkOutcomeToast(isChecked: boolean): void {
  useEffect(() => {
    const outcome = isChecked && !isSaid ? readLinkOutcome() : undefined;
    if (outcome === undefined) return;
    isSaid = true;
    switch (outcome) {
      case "half_done":
        notifySuccess("Halfway there", "Now follow the link that we sent to your other address.");
        break;
      case "other_browser":
        notifyError(linkSentences[outcome], "Your address may be confirmed: try to sign in.");
        break;
      case "expired":
      case "refused":
        notifyError("Error", linkSentences[outcome]);
        break;
    }
  }, [isChecked]);
}
