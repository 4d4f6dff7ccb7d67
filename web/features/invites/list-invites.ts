import { useQuery } from "@tanstack/react-query";
import type { listInvites } from "#contract/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** The people of one paraline, in the order in which they were added. */
export function useInvites(circleId: string) {
  return useQuery({
    queryKey: queryKeys.people(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi<typeof listInvites>("GET", "/api/circles/:id/invites", {
        params: { id: circleId },
        signal,
      }),
    // what is on its way arrives within seconds
    refetchInterval: (query) =>
      query.state.data?.invites.some((invite) => invite.delivery === "queued") ? 2_000 : false,
    meta: { failure: "Failed to load circle data" },
  });
}
