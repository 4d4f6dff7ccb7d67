import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { portalReturnPath } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { createBillingError } from "./billing-error.ts";
import { type OpenedTab, openTab } from "./open-tab.ts";

/** Asks the provider for an owner who returns from there, because its notification may not have arrived yet. */
export function useBilling() {
  const { pathname, search } = useLocation();
  const comesBack = `${pathname}${search}` === portalReturnPath;
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) =>
      comesBack
        ? callOwnerApi("POST /api/billing/refresh", { signal })
        : callOwnerApi("GET /api/billing", { signal }),
    refetchOnWindowFocus: "always",
  });
}

/** Gives this tab the address of that return, so that the provider is asked when the owner comes back. */
export function useLeaveForProvider(): () => void {
  const navigate = useNavigate();
  return () => void navigate(portalReturnPath, { replace: true, preventScrollReset: true });
}

const creditFailure = "Failed to use your unlock";

export function useCreditFor(circleId: string) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      callOwnerApi("POST /api/billing/credits/use", { body: { circle_id: circleId } }),
    onError: (refused) => notifyError(createBillingError(refused, creditFailure).message),
    // This runs even after a refusal, because the data here was out of date.
    onSettled: () => refreshUnlocked(queries),
  });
  return {
    use: () => mutate(),
    isUsing: isPending,
    billingError: error === null ? undefined : createBillingError(error, creditFailure),
  };
}

const checkoutFailure = "Failed to start checkout";

/** Opens the address that the server returns in a new tab, one at a time. */
function useNewTab<Input>(
  text: string,
  failure: string,
  call: (input: Input) => Promise<{ url: string }>,
) {
  // A second click can come before a re-render.
  const isOpening = useRef(false);
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: async ({ input, tab }: { input: Input; tab: OpenedTab }) => {
      tab.lead((await call(input)).url);
    },
    // An empty tab must not wait for the network to come back.
    networkMode: "always",
    onError: (refused, { tab }) => {
      tab.close();
      notifyError(createBillingError(refused, failure).message);
    },
    onSettled: () => {
      isOpening.current = false;
    },
  });
  // After a person has left in this tab and returned with the Back button, the page is as it was left.
  useEffect(() => {
    addEventListener("pageshow", reset);
    return () => removeEventListener("pageshow", reset);
  }, [reset]);
  return {
    open(input: Input) {
      if (isOpening.current) return;
      isOpening.current = true;
      mutate({ input, tab: openTab(text) });
    },
    isOpening: isPending,
    isOpened: isSuccess,
    isBlocked: variables?.tab.isBlocked === true,
    input: variables?.input,
    billingError: error === null ? undefined : createBillingError(error, failure),
  };
}

const boughtCodes: ReadonlySet<string> = new Set([
  "already_subscribed",
  "already_unlocked",
  "unlock_unused",
]);

export function useStartCheckout(circleId: string) {
  const queries = useQueryClient();
  const { open, isOpening, isOpened, isBlocked, billingError } = useNewTab(
    "Opening checkout...",
    checkoutFailure,
    async (kind: CheckoutKind) => {
      try {
        return await callOwnerApi("POST /api/billing/checkout", {
          body: { kind, circle_id: circleId },
        });
      } catch (error) {
        // What was bought before can be read or used at once.
        if (error instanceof ApiError && boughtCodes.has(error.code)) {
          void refreshUnlocked(queries);
        }
        throw error;
      }
    },
  );
  return {
    start: open,
    isStarting: isOpening,
    isElsewhere: isOpened && !isBlocked,
    isHere: isBlocked && (isOpening || isOpened),
    billingError,
  };
}

/** Opening a page causes this, not a click, so it is a query. The server starts a checkout only once. */
export function useCheckoutAddress(kind: CheckoutKind) {
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: queryKeys.checkout(kind),
    queryFn: ({ signal }) => callOwnerApi("POST /api/billing/checkout", { body: { kind }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    address: data?.url,
    billingError: isError ? createBillingError(error, checkoutFailure) : undefined,
    isFetching,
    refetch,
  };
}

export function useOpenPortal() {
  return useNewTab(
    "Opening billing...",
    "The billing page could not be opened. Please try again.",
    (_: undefined) => callOwnerApi("POST /api/billing/portal", {}),
  );
}

export function useOpenReceipt() {
  return useNewTab(
    "Opening the receipt...",
    "The receipt could not be opened. Please try again.",
    (receiptId: string) =>
      callOwnerApi("POST /api/billing/receipt", { body: { receipt_id: receiptId } }),
  );
}

const askEveryMs = 1_500;
const askLaterEveryMs = 5_000;
const patienceMs = 30_000;

/** The outcome of a checkout, polled until it is known. `isLate` says that it takes unusually long. */
export function useConfirmation(checkoutId: string) {
  const [isLate, setIsLate] = useState(false);
  const { data, error } = useQuery({
    queryKey: queryKeys.confirmation(checkoutId),
    queryFn: ({ signal }) =>
      callOwnerApi("POST /api/billing/confirm", { body: { checkout_id: checkoutId }, signal }),
    refetchInterval: ({ state }) => {
      if (findOutcome(state.data, state.error) !== undefined) return false;
      return isLate ? askLaterEveryMs : askEveryMs;
    },
  });

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  return { outcome: findOutcome(data, error), isLate };
}

/** Undefined until the outcome is known. `none`: it is not a checkout of this owner. */
function findOutcome(
  answer: { state: string } | undefined,
  error: unknown,
): "paid" | "failed" | "none" | undefined {
  if (answer?.state === "paid" || answer?.state === "failed") return answer.state;
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused && error.status !== 429 ? "none" : undefined;
}

export function refreshUnlocked(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.circles }),
    queries.invalidateQueries({ queryKey: queryKeys.billing, exact: true }),
  ]);
}
