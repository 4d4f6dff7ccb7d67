import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointOutput } from "#contract/endpoint.ts";
import type { listInvites, removeInvite } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Removes a person from a circle; they disappear from its list at once. */
export function useRemoveInvite(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: string) =>
      callOwnerApi<typeof removeInvite>("DELETE", "/api/invites/:id", { params: { id: inviteId } }),
    onSuccess: (_, inviteId) => {
      queries.setQueryData<EndpointOutput<typeof listInvites>>(
        queryKeys.people(circleId),
        (before) =>
          before && {
            ...before,
            invites: before.invites.filter((invite) => invite.id !== inviteId),
          },
      );
      void queries.invalidateQueries({ queryKey: queryKeys.circles });
      void queries.invalidateQueries({ queryKey: queryKeys.contacts });
    },
  });
}
