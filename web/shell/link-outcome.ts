import { useEffect } from "react";
import { readLinkOutcome } from "#web/client/auth/auth.ts";
import type { LinkOutcome, ProviderFailure } from "#web/client/auth/emailed-link.ts";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

type LinkFailure = Exclude<LinkOutcome, "awaits_other_address" | "new_password" | ProviderFailure>;

export const linkFailureMessages: Record<LinkFailure, string> = {
  expired: "Email link is invalid or has expired",
  other_browser: "This link only works in the browser it was requested in",
  other_account: "This link belongs to a different account from the one signed in here",
  refused: "This link could not be used",
};

const nextSteps: Partial<Record<LinkFailure, string>> = {
  other_account: "Sign out, then request a new email.",
  other_browser: "Your address may already be confirmed: try signing in.",
};

let isShown = false;

export function isFailure(outcome: LinkOutcome | undefined): outcome is LinkFailure {
  return outcome !== undefined && outcome in linkFailureMessages;
}

function isOfProvider(outcome: LinkOutcome): outcome is ProviderFailure {
  return outcome.startsWith("provider_");
}

/** Marks that the page itself shows the outcome of the link that opened it, so that no toast shows it later. */
export function useLinkOutcomeShown(): void {
  useEffect(() => {
    isShown = true;
  }, []);
}

/** Reports the outcome of the link that opened the page once, as soon as the session has been checked. */
export function useLinkOutcomeToast(isChecked: boolean): void {
  useEffect(() => {
    const outcome = isChecked && !isShown ? readLinkOutcome() : undefined;
    if (outcome === undefined || outcome === "new_password") return;
    isShown = true;
    if (outcome === "awaits_other_address") {
      notifySuccess("Halfway there", "Now follow the link we sent to your other address.");
      return;
    }
    if (isOfProvider(outcome)) {
      // Few people ever need these messages.
      void import("./provider-failures.ts").then(({ notifyProviderFailure }) =>
        notifyProviderFailure(outcome),
      );
      return;
    }
    const message = linkFailureMessages[outcome];
    const next = nextSteps[outcome];
    if (next === undefined) notifyError("Error", message);
    else notifyError(message, next);
  }, [isChecked]);
}
