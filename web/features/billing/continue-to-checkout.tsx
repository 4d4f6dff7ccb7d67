import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import type { CheckoutKind, startCheckout } from "#contract/billing/billing.ts";
import { paths } from "#contract/paths.ts";
import { refusalMessageOf } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { BrokenLineArt } from "#web/ui/art/broken-line.tsx";
import { LoadingMark } from "#web/ui/brand/loading-mark.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { checkoutFailure } from "./hooks.ts";

/** Continues, in this tab, to the checkout that was chosen before signing in. */
export function ContinueToCheckout({ kind }: { kind: CheckoutKind }) {
  // Triggered by opening this page, not by a press, so it is a query; the server starts a given checkout only once.
  const checkout = useQuery({
    queryKey: queryKeys.checkout(kind),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof startCheckout>("POST", "/api/billing/checkout", {
        body: { kind },
        signal,
      }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = checkout.data?.url;
  const failure = checkout.isError ? refusalMessageOf(checkout.error, checkoutFailure) : undefined;

  useEffect(() => {
    // Back from there must not lead through here again.
    if (address !== undefined) location.replace(address);
  }, [address]);
  useEffect(() => {
    if (failure !== undefined) notifyError(failure);
  }, [failure]);

  if (failure === undefined || checkout.isFetching)
    return <LoadingMark label="Opening checkout..." />;
  return (
    <EmptyState art={<BrokenLineArt />} as="h1" sentence={failure}>
      <div className="row centered">
        <Button onClick={() => void checkout.refetch()}>Try again</Button>
        <Link className={buttonClass("quiet")} to={paths.circles}>
          Go to Dashboard
        </Link>
      </div>
    </EmptyState>
  );
}
