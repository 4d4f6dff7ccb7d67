import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  closeCircle,
  deleteCircle,
  duplicateCircle,
  reopenCircle,
} from "#contract/circles.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { forgetDraft } from "./draft-storage.ts";

/** Closes a paraline. Whatever is known of it, and every list, may read differently then. */
export function useCloseCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof closeCircle>("POST", "/api/circles/:id/close", {
        params: { id: circleId },
      }),
    // not waited for: a list that changes may take away who is to be told
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.circles }),
  });
}

/** Opens a closed paraline again, until the end of a day or without one. */
export function useReopenCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof reopenCircle>["body"]) =>
      callOwnerApi<typeof reopenCircle>("POST", "/api/circles/:id/reopen", {
        params: { id: circleId },
        body,
      }),
    // not waited for: a list that changes may take away who is to be told; a refusal may be news of the paraline too
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.circles }),
  });
}

/** Makes a copy of a paraline; with its people, they are contacts of the copy too. */
export function useDuplicateCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof duplicateCircle>["body"]) =>
      callOwnerApi<typeof duplicateCircle>("POST", "/api/circles/:id/duplicate", {
        params: { id: circleId },
        body,
      }),
    onSuccess: () => {
      for (const queryKey of [queryKeys.circleLists, queryKeys.contacts]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
}

/**
 * Deletes a paraline, and what was being written about it. `forget` lets go of what is known of it: to be called when no
 * screen shows it any more, for one that does would ask for it again.
 */
export function useDeleteCircle(userId: string | undefined, circleId: string) {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: (title: string) =>
      callOwnerApi<typeof deleteCircle>("DELETE", "/api/circles/:id", {
        params: { id: circleId },
        body: { title },
      }),
    onSuccess: () => {
      if (userId !== undefined) {
        const place = { user_id: userId, circle_id: circleId };
        forgetDraft(place);
        forgetDraft({ ...place, part: "people" });
      }
      for (const queryKey of [queryKeys.circleLists, queryKeys.contacts]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
  const forget = () => queries.removeQueries({ queryKey: queryKeys.circle(circleId) });
  return { deletion, forget };
}
