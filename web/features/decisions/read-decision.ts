import { useQuery } from "@tanstack/react-query";
import type { readDecision } from "#contract/decisions.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const refetchEveryMs = 30_000;

/** The decision in one circle; refetched now and then, since another device may edit it too. */
export function useDecision(circleId: string, failure: string) {
  return useQuery({
    queryKey: queryKeys.decision(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof readDecision>("GET", "/api/circles/:id/decision", {
        params: { id: circleId },
        signal,
      }),
    refetchInterval: refetchEveryMs,
    // after a save here this cache is fresh, but not the recap next to it: the results may have been unlocked by now
    staleTime: 0,
    meta: { failure },
  });
}
