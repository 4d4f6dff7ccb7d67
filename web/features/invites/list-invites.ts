import { useQuery } from "@tanstack/react-query";
import type { listInvites } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** A queued email is sent within seconds; an answer or a bounce may come at any time. */
const queuedEveryMs = 2_000;
const liveEveryMs = 5_000;

/** The people of one circle, in the order in which they were added, refreshed while the list is visible. */
export function useInvites(circleId: string) {
  return useQuery({
    queryKey: queryKeys.people(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof listInvites>("GET", "/api/circles/:id/invites", {
        params: { id: circleId },
        signal,
      }),
    refetchInterval: (query) =>
      query.state.data?.invites.some((invite) => invite.delivery === "queued")
        ? queuedEveryMs
        : liveEveryMs,
    meta: { failure: "Failed to load circle data" },
  });
}
