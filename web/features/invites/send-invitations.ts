import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { sendInvitations } from "#contract/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Sends the invitation of everyone who has none yet; the list then says how each of them is doing. */
export function useSendInvitations(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof sendInvitations>("POST", "/api/circles/:id/invites/send", {
        params: { id: circleId },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.people(circleId) }),
  });
}
