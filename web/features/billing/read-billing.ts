import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { readBilling, refreshBilling } from "#contract/billing/billing.ts";
import { portalReturnPath } from "#contract/paths.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

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
