import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { changeInvite } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Changes a person's address, and sends a new invitation to it. */
export function useCorrectAddress(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ inviteId, email }: { inviteId: string; email: string }) =>
      callOwnerApi<typeof changeInvite>("PATCH", "/api/invites/:id", {
        params: { id: inviteId },
        body: { email },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.people(circleId) });
      void queries.invalidateQueries({ queryKey: queryKeys.contacts });
    },
  });
}
