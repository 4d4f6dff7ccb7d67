import { useQuery } from "@tanstack/react-query";
import type { readCircle } from "#contract/circles.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** One paraline of the owner; `failure` is what the screen says when it can't be read. */
export function useCircle(circleId: string, failure: string) {
  return useQuery({
    queryKey: queryKeys.circle(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof readCircle>("GET", "/api/circles/:id", {
        params: { id: circleId },
        signal,
      }),
    select: (answer) => answer.circle,
    meta: { failure },
  });
}
