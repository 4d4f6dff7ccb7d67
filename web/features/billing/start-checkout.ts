import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { CheckoutKind, startCheckout } from "#contract/billing/billing.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { checkoutErrorMessage } from "./error-message.ts";
import { type OpenedTab, openTab } from "./open-tab.ts";

/** Starts checkouts from a circle's paywall, each in its own tab, and one at a time. */
export function useStartCheckout(circleId: string) {
  // Two presses can come before a re-render.
  const isStarting = useRef(false);
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: async ({ kind, tab }: { kind: CheckoutKind; tab: OpenedTab }) => {
      const { url } = await callOwnerApi<typeof startCheckout>("POST", "/api/billing/checkout", {
        body: { kind, circle_id: circleId },
      });
      tab.lead(url);
    },
    // An empty tab must not wait for the network to come back.
    networkMode: "always",
    onError: (failure, { tab }) => {
      tab.close();
      notifyError(checkoutErrorMessage(failure));
    },
    onSettled: () => {
      isStarting.current = false;
    },
  });
  const isBlocked = variables?.tab.is_blocked === true;

  return {
    start(kind: CheckoutKind) {
      if (isStarting.current) return;
      isStarting.current = true;
      mutate({ kind, tab: openTab("Opening checkout...") });
    },
    isStarting: isPending,
    /** Paying happens in another tab. */
    isElsewhere: isSuccess && !isBlocked,
    /** Paying happens in this tab, because the browser opened no other. */
    isHere: isBlocked && (isPending || isSuccess),
    failure: error === null ? undefined : checkoutErrorMessage(error),
  };
}
