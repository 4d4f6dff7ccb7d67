import { useEffect } from "react";
import { readLinkOutcome } from "#web/client/auth.ts";
import type { LinkOutcome } from "#web/client/mailed-link.ts";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

/** Why a link could not be used here. */
type LinkFailure = Exclude<LinkOutcome, "half_done" | "new_password">;

export const linkFailureMessages: Record<LinkFailure, string> = {
  expired: "Email link is invalid or has expired",
  other_browser: "This link only works in the browser it was requested in",
  other_account: "This link belongs to a different account from the one signed in here",
  refused: "This link could not be used",
  provider_cancelled: "You turned back before signing in",
  provider_down: "The other service cannot be reached right now",
  provider_failed: "The sign-in was not completed",
  provider_unverified: "Your email address is not verified there",
  connected_already: "That account is already connected",
  suspended: "This account is suspended",
  no_new_accounts: "New accounts cannot be created here",
};

const nextSteps: Partial<Record<LinkFailure, string>> = {
  other_account: "Sign out, then request a new email.",
  provider_cancelled: "Nothing has changed. You can try again.",
  provider_down: "Try again later, or sign in another way.",
  provider_failed: "It took too long, or the other service refused it. Please start again.",
  provider_unverified: "Verify it with the other service, or sign in with your password.",
  connected_already: "It can be connected with one account only. Disconnect it there first.",
  other_browser: "Your address may already be confirmed: try signing in.",
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
    if (outcome === "half_done") {
      notifySuccess("Halfway there", "Now follow the link we sent to your other address.");
      return;
    }
    const message = linkFailureMessages[outcome];
    const next = nextSteps[outcome];
    if (next === undefined) notifyError("Error", message);
    else notifyError(message, next);
  }, [isChecked]);
}
