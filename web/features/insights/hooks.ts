import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatServerError } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

const refetchEveryMs = 1_000;

/** The insights of one circle, polled while they are being generated, here or in another tab. */
export function useInsights(circleId: string, isGenerating: boolean) {
  return useQuery({
    queryKey: queryKeys.insights(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/insights", { params: { id: circleId }, signal }),
    refetchInterval: ({ state }) =>
      isGenerating || state.data?.generation.state === "running" ? refetchEveryMs : false,
    meta: { failure: "Failed to load insights" },
  });
}

export function useGenerateInsights(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callOwnerApi("POST /api/circles/:id/insights", { params: { id: circleId } }),
    onSuccess: () => notifySuccess("Insights generated successfully"),
    onError: (error) => notifyError(formatServerError(error, "Failed to generate insights")),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.insights(circleId) }),
  });
}
