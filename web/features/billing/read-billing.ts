import { useQuery } from "@tanstack/react-query";
import type { readBilling } from "#contract/billing.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const look_again_ms = 3_000;

/** What the owner has bought; looked at again when they come back from the tab where they pay or cancel. */
export function useBilling({ enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => callOwnerApi<typeof readBilling>("GET", "/api/billing", { signal }),
    enabled,
    refetchOnWindowFocus: "always",
    // A failed check counts as nothing bought until it succeeds, so it is asked again.
    refetchInterval: ({ state }) => (state.status === "error" ? look_again_ms : false),
  });
}
