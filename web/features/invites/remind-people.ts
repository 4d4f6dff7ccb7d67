import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { remindPeople } from "#contract/invites/invites.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Reminds everyone who, to the owner's knowledge, has not answered. */
export function useRemindPeople(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof remindPeople>("POST", "/api/circles/:id/invites/remind", {
        params: { id: circleId },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.people(circleId) }),
  });
}
