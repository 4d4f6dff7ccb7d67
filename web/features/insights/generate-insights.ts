import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { generateInsights } from "#contract/insights/insights.ts";
import { ApiError } from "#web/client/api.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";

/** Generates the insights of one circle and reports the outcome. */
export function useGenerateInsights(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof generateInsights>("POST", "/api/circles/:id/insights", {
        params: { id: circleId },
      }),
    onSuccess: () => notifySuccess("Insights generated successfully"),
    onError: (error) =>
      notifyError(
        error instanceof ApiError && error.code !== "unreachable"
          ? error.message
          : "Failed to generate insights",
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.insights(circleId) }),
  });
}
