import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { confirmCheckout } from "#contract/billing.ts";
import { ApiError } from "#web/client/api.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const ask_every_ms = 1_500;
const ask_later_every_ms = 5_000;
/** How long a page waits before it says that this may take a while. */
const patience_ms = 30_000;

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
      return isLate ? ask_later_every_ms : ask_every_ms;
    },
  });

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience_ms);
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
