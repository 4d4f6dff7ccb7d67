import { useEffect } from "react";
import { Link } from "react-router";
import type { CheckoutKind } from "#contract/billing/billing.ts";
import { paths } from "#contract/paths.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { LoadingMark } from "#web/brand/loading-mark.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { BillingErrorAction } from "./billing-error-action.tsx";
import { useCheckoutAddress } from "./hooks.ts";

export function ContinueToCheckout({ kind }: { kind: CheckoutKind }) {
  const { address, billingError, isFetching, refetch } = useCheckoutAddress(kind);
  const failure = billingError?.message;

  useEffect(() => {
    // The Back button must not lead through this page again.
    if (address !== undefined) location.replace(address);
  }, [address]);
  useEffect(() => {
    if (failure !== undefined) notifyError(failure);
  }, [failure]);

  if (billingError === undefined || isFetching) return <LoadingMark label="Opening checkout..." />;
  return (
    <EmptyState art={<BrokenLineArt />} as="h1" sentence={billingError.message}>
      <div className="row centered">
        <BillingErrorAction error={billingError} onAgain={() => void refetch()} />
        <Link className={buttonClass("quiet")} to={paths.circles}>
          Go to Dashboard
        </Link>
      </div>
    </EmptyState>
  );
}
