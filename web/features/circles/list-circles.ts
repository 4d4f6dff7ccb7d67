import { useQuery } from "@tanstack/react-query";
import type { listCircles } from "#contract/circles/circles.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** All of the owner's circles, newest first. */
export function useCircles() {
  return useQuery({
    queryKey: queryKeys.circleList("all"),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof listCircles>("GET", "/api/circles", { query: {}, signal }),
    select: (answer) => answer.circles,
    meta: { failure: "Failed to load paralines" },
  });
}

/** The circles that are no longer active, last changed first. */
export function useCompletedCircles() {
  return useQuery({
    queryKey: queryKeys.circleList("completed"),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof listCircles>("GET", "/api/circles", {
        query: { status: "completed" },
        signal,
      }),
    select: (answer) => answer.circles,
    meta: { failure: "Failed to load history" },
  });
}
