import type { ProviderFailure } from "#web/client/auth/emailed-link.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";

const messages: Record<ProviderFailure, [what: string, next: string]> = {
  provider_cancelled: ["You cancelled the sign-in", "Nothing has changed. You can try again."],
  provider_down: [
    "The other service cannot be reached right now",
    "Try again later, or sign in another way.",
  ],
  provider_failed: [
    "The sign-in was not completed",
    "It took too long, or the other service refused it. Please start again.",
  ],
  provider_unverified: [
    "Your email address is not verified there",
    "Sign in another way, then connect it in Settings.",
  ],
  provider_connected_already: [
    "That account is already connected",
    "It can be connected to only one account here. Disconnect it from the other account first.",
  ],
  provider_suspended: [
    "This account is suspended",
    "Please contact the person who runs this server.",
  ],
  provider_no_new_accounts: [
    "New accounts cannot be created here",
    "If you have an account, sign in with its email address.",
  ],
};

export function notifyProviderFailure(failure: ProviderFailure): void {
  const [what, next] = messages[failure];
  notifyError(what, next);
}
