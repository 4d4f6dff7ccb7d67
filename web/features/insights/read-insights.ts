import { useQuery } from "@tanstack/react-query";
import type { readInsights } from "#contract/insights/insights.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const refetchEveryMs = 1_000;

/** The insights of one circle; polled while they are being generated, here or in another tab. */
export function useInsights(circleId: string, isGenerating: boolean) {
  return useQuery({
    queryKey: queryKeys.insights(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof readInsights>("GET", "/api/circles/:id/insights", {
        params: { id: circleId },
        signal,
      }),
    refetchInterval: ({ state }) =>
      isGenerating || state.data?.generation.state === "running" ? refetchEveryMs : false,
    meta: { failure: "Failed to load insights" },
  });
}
