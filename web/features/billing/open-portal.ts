import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { openPortal } from "#contract/billing/billing.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { billingErrorMessage } from "./error-message.ts";
import { type OpenedTab, openTab } from "./open-tab.ts";

/** Opens the provider's page for managing a subscription, in a new tab. */
export function useOpenPortal() {
  const isOpening = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async (tab: OpenedTab) => {
      const { url } = await callOwnerApi<typeof openPortal>("POST", "/api/billing/portal");
      tab.lead(url);
    },
    // An empty tab must not wait for the network to come back.
    networkMode: "always",
    onError: (error, tab) => {
      tab.close();
      notifyError(
        billingErrorMessage(error, "The billing page could not be opened. Please try again."),
      );
    },
    onSettled: () => {
      isOpening.current = false;
    },
  });
  return {
    isOpening: isPending,
    open() {
      if (isOpening.current) return;
      isOpening.current = true;
      mutate(openTab("Opening billing..."));
    },
  };
}
