import { useQuery } from "@tanstack/react-query";
import type { readDecision } from "#contract/decisions.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const look_again_ms = 30_000;

/** The decision of one paraline; looked at again now and then, since another device may write on it too. */
export function useDecision(circleId: string, failure: string) {
  return useQuery({
    queryKey: queryKeys.decision(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof readDecision>("GET", "/api/circles/:id/decision", {
        params: { id: circleId },
        signal,
      }),
    refetchInterval: look_again_ms,
    // what was saved from here is fresh in this cache, but not the recap beside it: the results may be unlocked by now
    staleTime: 0,
    meta: { failure },
  });
}
