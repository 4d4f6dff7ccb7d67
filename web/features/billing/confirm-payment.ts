import type { CheckoutKind } from "#contract/billing/billing.ts";
import { isSignedOut } from "#contract/errors.ts";
import { ApiError, callApi } from "#web/client/api.ts";

const askEveryMs = 1_500;
const timeoutMs = 30_000;

const lateMessage =
  "We are confirming your payment. It can take a few minutes. Your settings show what was paid.";

const paidMessage: Record<CheckoutKind, string> = {
  single:
    "Payment confirmed. Your unlock is saved, and you can use it as soon as there are reflections to read.",
  monthly: "Payment confirmed. Everything is unlocked.",
  annual: "Payment confirmed. Everything is unlocked.",
};

/** @returns the message for a completed payment; undefined otherwise, when `show` has reported what is known */
export async function confirmPayment(
  checkoutId: string,
  { access_token, show }: { access_token: string | undefined; show: (message: string) => void },
): Promise<string | undefined> {
  const timeout = new AbortController();
  setTimeout(() => timeout.abort(), timeoutMs);
  show("Confirming your payment...");
  while (!timeout.signal.aborted) {
    const answer = await fetchState(checkoutId, access_token, timeout.signal);
    if (answer === "gone") {
      show("");
      return undefined;
    }
    if (answer === "signed_out") break;
    if (answer?.state === "paid") return paidMessage[answer.kind];
    if (answer?.state === "failed") {
      show("The payment failed. Nothing was charged.");
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
  show(lateMessage);
  return undefined;
}

async function fetchState(
  checkoutId: string,
  accessToken: string | undefined,
  signal: AbortSignal,
) {
  try {
    return await callApi("POST /api/billing/confirm", {
      body: { checkout_id: checkoutId },
      headers: { Authorization: `Bearer ${accessToken}` },
      signal,
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof ApiError)) throw error;
    if (isSignedOut(error.code) || error.code === "insufficient_aal") return "signed_out";
    return error.status >= 400 && error.status < 500 && error.status !== 429 ? "gone" : undefined;
  }
}
