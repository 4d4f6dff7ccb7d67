import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { addPeople, InviteDraft } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Adds people to an open circle, all of them or none; its list, every count and the contacts change. */
export function useAddPeople(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (invites: InviteDraft[]) =>
      callOwnerApi<typeof addPeople>("POST", "/api/circles/:id/invites", {
        params: { id: circleId },
        body: { invites },
      }),
    onSuccess: (people) => {
      queries.setQueryData(queryKeys.people(circleId), people);
      void queries.invalidateQueries({ queryKey: queryKeys.circles });
      void queries.invalidateQueries({ queryKey: queryKeys.contacts });
    },
  });
}
