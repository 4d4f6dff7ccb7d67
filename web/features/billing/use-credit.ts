import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { useCredit } from "#contract/billing/billing.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { billingErrorMessage } from "./error-message.ts";
import { refreshUnlocked } from "./refresh-unlocked.ts";

/** Unlocks a circle with an unlock bought earlier. */
export function useCreditFor(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof useCredit>("POST", "/api/billing/credits/use", {
        body: { circle_id: circleId },
      }),
    onError: (error) => notifyError(billingErrorMessage(error, "Failed to use your unlock")),
    // Also after a refusal: the data here was out of date.
    onSettled: () => refreshUnlocked(queries),
  });
}
