import { useQuery } from "@tanstack/react-query";
import type { readAccount } from "#contract/account.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** The owner's profile. */
export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => callOwnerApi<typeof readAccount>("GET", "/api/account", { signal }),
    staleTime: 60_000,
  });
}
