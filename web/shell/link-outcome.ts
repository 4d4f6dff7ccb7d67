import { useEffect } from "react";
import { readLinkOutcome } from "#web/client/auth.ts";
import type { LinkOutcome } from "#web/client/mailed-link.ts";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

/** Why a link could not be used here. */
type LinkFailure = Exclude<LinkOutcome, "half_done" | "new_password">;

export const linkFailureMessages: Record<LinkFailure, string> = {
  expired: "Email link is invalid or has expired",
  other_browser: "This link belongs to the browser it was asked for in",
  other_account: "This link belongs to another account than the one signed in here",
  refused: "This link could not be used",
};

let isShown = false;

/** Whether the link that opened the page could not be used here. */
export function isFailure(outcome: LinkOutcome | undefined): outcome is LinkFailure {
  return outcome !== undefined && outcome !== "half_done" && outcome !== "new_password";
}

/** Reports the outcome of the link that opened the page once, as soon as the session has been checked. */
export function useLinkOutcomeToast(isChecked: boolean): void {
  useEffect(() => {
    const outcome = isChecked && !isShown ? readLinkOutcome() : undefined;
    if (outcome === undefined || outcome === "new_password") return;
    isShown = true;
    switch (outcome) {
      case "half_done":
        notifySuccess("Halfway there", "Now follow the link that we sent to your other address.");
        break;
      case "other_account":
        notifyError(linkFailureMessages[outcome], "Sign out, then ask for a new mail.");
        break;
      case "other_browser":
        notifyError(linkFailureMessages[outcome], "Your address may be confirmed: try to sign in.");
        break;
      case "expired":
      case "refused":
        notifyError("Error", linkFailureMessages[outcome]);
        break;
    }
  }, [isChecked]);
}
