import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  closeCircle,
  deleteCircle,
  duplicateCircle,
  reopenCircle,
} from "#contract/circles/circles.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { deleteDraft } from "./draft/draft-storage.ts";

/** Closes a circle. Everything cached about it, and every list, may be different then. */
export function useCloseCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOwnerApi<typeof closeCircle>("POST", "/api/circles/:id/close", {
        params: { id: circleId },
      }),
    // not awaited: a list that changes may unmount the component that is to be notified
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.circles }),
  });
}

/** Reopens a closed circle, until the end of a given day or without a deadline. */
export function useReopenCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof reopenCircle>["body"]) =>
      callOwnerApi<typeof reopenCircle>("POST", "/api/circles/:id/reopen", {
        params: { id: circleId },
        body,
      }),
    // not awaited: a list that changes may unmount the component that is to be notified; a refusal may mean that the
    // circle has changed too
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.circles }),
  });
}

/** Copies a circle; if its people are included, they are contacts of the copy too. */
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
 * Deletes a circle and its unsent drafts. `forget` clears what is cached about it: call it when no screen shows the
 * circle any more, because a screen that does would fetch it again.
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
        deleteDraft(place);
        deleteDraft({ ...place, part: "people" });
      }
      for (const queryKey of [queryKeys.circleLists, queryKeys.contacts]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
  const forget = () => queries.removeQueries({ queryKey: queryKeys.circle(circleId) });
  return { deletion, forget };
}
