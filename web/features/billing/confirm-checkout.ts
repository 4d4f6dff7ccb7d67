import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { confirmCheckout } from "#contract/billing/billing.ts";
import { ApiError } from "#web/client/api.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

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
