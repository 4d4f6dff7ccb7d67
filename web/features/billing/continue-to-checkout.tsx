import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import type {
  CheckoutKind,
  openPortal,
  readBilling,
  startCheckout,
} from "#contract/billing/billing.ts";
import { paths } from "#contract/paths.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { ApiError } from "#web/client/api.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { billingErrorOf } from "./billing-error.ts";
import { BillingErrorAction } from "./billing-error-action.tsx";
import { checkoutFailure } from "./hooks.ts";

/** Continues, in this tab, to the checkout that was chosen before signing in; a subscriber changes the plan instead. */
export function ContinueToCheckout({ kind }: { kind: CheckoutKind }) {
  // This is triggered by opening the page instead of a click, so it is a query. The server starts a checkout only once.
  const checkout = useQuery({
    queryKey: queryKeys.checkout(kind),
    queryFn: ({ signal }) => findAddress(kind, signal),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = checkout.data?.url;
  const error = checkout.isError ? billingErrorOf(checkout.error, checkoutFailure) : undefined;
  const failure = error?.message;

  useEffect(() => {
    // The Back button must not lead through this page again.
    if (address !== undefined) location.replace(address);
  }, [address]);
  useEffect(() => {
    if (failure !== undefined) notifyError(failure);
  }, [failure]);

  if (error === undefined || checkout.isFetching)
    return <LoadingMark label="Opening checkout..." />;
  return (
    <EmptyState art={<BrokenLineArt />} as="h1" sentence={error.message}>
      <div className="row centered">
        <BillingErrorAction error={error} onAgain={() => void checkout.refetch()} />
        <Link className={buttonClass("quiet")} to={paths.circles}>
          Go to Dashboard
        </Link>
      </div>
    </EmptyState>
  );
}

/** The address at which to pay or, for a subscriber to the other plan, to change the plan. */
async function findAddress(kind: CheckoutKind, signal: AbortSignal): Promise<{ url: string }> {
  try {
    return await callOwnerApi<typeof startCheckout>("POST", "/api/billing/checkout", {
      body: { kind },
      signal,
    });
  } catch (error) {
    const isSubscribed = error instanceof ApiError && error.code === "already_subscribed";
    if (!isSubscribed || kind === "single") throw error;
    const billing = await callOwnerApi<typeof readBilling>("GET", "/api/billing", {
      signal,
    }).catch(() => undefined);
    const subscribed = billing?.subscription?.kind;
    if (subscribed === undefined || subscribed === kind) throw error;
    return callOwnerApi<typeof openPortal>("POST", "/api/billing/portal", {
      body: { purpose: "change_plan" },
      signal,
    });
  }
}
