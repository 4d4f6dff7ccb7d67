import { useQuery } from "@tanstack/react-query";
import { minuteMs } from "#contract/values/durations.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const refetchEveryMs = minuteMs;

/** After a refusal it is read again only by `refetch`, or when a component mounts with `retryOnMount`. */
export function useAdminOverview({
  enabled = true,
  retryOnMount = true,
}: {
  enabled?: boolean;
  retryOnMount?: boolean;
} = {}) {
  return useQuery({
    queryKey: queryKeys.admin,
    queryFn: ({ signal }) => callOwnerApi("GET /api/admin", { signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : refetchEveryMs),
    refetchOnWindowFocus: ({ state }) => state.data !== undefined,
    refetchOnReconnect: ({ state }) => state.data !== undefined,
    enabled,
    retryOnMount,
  });
}
