import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { resendInvite } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Sends a person their private link again; the delivery state of the circle's people may have changed then. */
export function useResendInvite(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: string) =>
      callOwnerApi<typeof resendInvite>("POST", "/api/invites/:id/resend", {
        params: { id: inviteId },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.people(circleId) });
    },
  });
}
