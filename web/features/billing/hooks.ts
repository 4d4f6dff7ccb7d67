import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type {
  CheckoutKind,
  confirmCheckout,
  openPortal,
  readBilling,
  refreshBilling,
  startCheckout,
  useCredit,
} from "#contract/billing/billing.ts";
import { portalReturnPath } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { refusalMessageOf } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { type OpenedTab, openTab } from "./open-tab.ts";

/**
 * What the owner has bought; refetched when they return from the tab where they pay or cancel. For an owner who arrives
 * from there, the server asks the provider: its notification may not have arrived yet.
 */
export function useBilling() {
  const { pathname, search } = useLocation();
  const comesBack = `${pathname}${search}` === portalReturnPath;
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) =>
      comesBack
        ? callOwnerApi<typeof refreshBilling>("POST", "/api/billing/refresh", { signal })
        : callOwnerApi<typeof readBilling>("GET", "/api/billing", { signal }),
    refetchOnWindowFocus: "always",
  });
}

/** Unlocks a circle with an unlock bought earlier. */
export function useCreditFor(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof useCredit>("POST", "/api/billing/credits/use", {
        body: { circle_id: circleId },
      }),
    onError: (error) => notifyError(refusalMessageOf(error, "Failed to use your unlock")),
    // Also after a refusal: the data here was out of date.
    onSettled: () => refreshUnlocked(queries),
  });
}

export const checkoutFailure = "Failed to start checkout";

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
      notifyError(refusalMessageOf(failure, checkoutFailure));
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
    failure: error === null ? undefined : refusalMessageOf(error, checkoutFailure),
  };
}

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
        refusalMessageOf(error, "The billing page could not be opened. Please try again."),
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

const askEveryMs = 1_500;
const askLaterEveryMs = 5_000;
/** How long a page waits before it says that this may take a while. */
const patienceMs = 30_000;

/** The outcome of a checkout, polled until it is known. `isLate`: it takes unusually long. */
export function useConfirmation(checkoutId: string) {
  const [isLate, setIsLate] = useState(false);
  const { data, error } = useQuery({
    queryKey: queryKeys.confirmation(checkoutId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof confirmCheckout>("POST", "/api/billing/confirm", {
        body: { checkout_id: checkoutId },
        signal,
      }),
    refetchInterval: ({ state }) => {
      if (outcomeOf(state.data, state.error) !== undefined) return false;
      return isLate ? askLaterEveryMs : askEveryMs;
    },
  });

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  return { outcome: outcomeOf(data, error), isLate };
}

/** Undefined until known. `none`: no checkout of this owner. */
function outcomeOf(
  answer: { state: string } | undefined,
  error: unknown,
): "paid" | "failed" | "none" | undefined {
  if (answer?.state === "paid" || answer?.state === "failed") return answer.state;
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused && error.status !== 429 ? "none" : undefined;
}

/** Refetches everything that a payment may have unlocked. */
export function refreshUnlocked(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.circles }),
    queries.invalidateQueries({ queryKey: queryKeys.billing, exact: true }),
  ]);
}
