import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { createCircle } from "#contract/circles/circles.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { deleteDraft } from "./draft/draft-storage.ts";

/**
 * Creates a circle with its people. Removes its draft; lists, contacts and the profile's name may have changed then. A
 * failure is reported even if the wizard is gone by then, as it is when the session has ended.
 */
export function useCreateCircle(userId: string, reportFailure: (error: unknown) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createCircle>["body"]) =>
      callOwnerApi<typeof createCircle>("POST", "/api/circles", { body }),
    onError: reportFailure,
    onSuccess: () => {
      deleteDraft({ user_id: userId });
      for (const queryKey of [queryKeys.circles, queryKeys.contacts, queryKeys.account]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
}
