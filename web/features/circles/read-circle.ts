import { useQuery } from "@tanstack/react-query";
import type { readCircle } from "#contract/circles/circles.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const liveEveryMs = 5_000;

/**
 * One of the owner's circles; `failure` is the screen's message when it can't be loaded. `live` polls for new answers
 * while it is open and visible.
 */
export function useCircle(circleId: string, failure: string, { live = false } = {}) {
  return useQuery({
    queryKey: queryKeys.circle(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof readCircle>("GET", "/api/circles/:id", {
        params: { id: circleId },
        signal,
      }),
    select: (answer) => answer.circle,
    refetchInterval: (query) =>
      live && query.state.data?.circle.status === "active" ? liveEveryMs : false,
    meta: { failure },
  });
}
