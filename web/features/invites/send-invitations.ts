import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { sendInvitations } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Sends an invitation to everyone who has none yet; the list then shows each one's state. */
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
