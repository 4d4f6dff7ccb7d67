import { useQuery } from "@tanstack/react-query";
import type { readResults } from "#contract/feedback.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** What of one paraline may be read now, and why not more. */
export function useResults(circleId: string) {
  return useQuery({
    queryKey: queryKeys.results(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof readResults>("GET", "/api/circles/:id/feedback", {
        params: { id: circleId },
        signal,
      }),
    meta: { failure: "Failed to load results" },
  });
}
