import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { readBilling, refreshBilling } from "#contract/billing.ts";
import { portalReturnPath } from "#contract/paths.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/**
 * What the owner has bought; looked at again when they come back from the tab where they pay or cancel. Who lands here
 * from there has the provider asked: what they did may not have been told yet.
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
