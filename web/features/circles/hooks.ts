import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { createCircle, reopenCircle } from "#contract/circles/circles.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { createUuid } from "#web/client/uuid.ts";
import { deleteDraft } from "./draft/draft-storage.ts";

export function useCircles() {
  return useQuery({
    queryKey: queryKeys.circleList("all"),
    queryFn: ({ signal }) => callOwnerApi("GET /api/circles", { query: {}, signal }),
    select: (answer) => answer.circles,
    meta: { failure: "Failed to load paralines" },
  });
}

export function useCompletedCircles() {
  return useQuery({
    queryKey: queryKeys.circleList("completed"),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles", { query: { status: "completed" }, signal }),
    select: (answer) => answer.circles,
    meta: { failure: "Failed to load history" },
  });
}

const liveEveryMs = 5_000;

/** `live` polls for new answers while the circle is open and visible. */
export function useCircle(circleId: string, failure: string, { live = false } = {}) {
  return useQuery({
    queryKey: queryKeys.circle(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id", { params: { id: circleId }, signal }),
    select: (answer) => answer.circle,
    refetchInterval: (query) =>
      live && query.state.data?.circle.status === "active" ? liveEveryMs : false,
    meta: { failure },
  });
}

/** A failure is reported even if the wizard is gone by then, as it is when the session has ended. */
export function useCreateCircle(userId: string, reportFailure: (error: unknown) => void) {
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createCircle>["body"]) =>
      callOwnerApi("POST /api/circles", { body }),
    onError: reportFailure,
    onSuccess: () => deleteDraft({ user_id: userId }),
    meta: { stale: [queryKeys.circles, queryKeys.contacts, queryKeys.account] },
  });
}

export function useCloseCircle(circleId: string) {
  return useMutation({
    mutationFn: () => callOwnerApi("POST /api/circles/:id/close", { params: { id: circleId } }),
    meta: { stale: [queryKeys.circles] },
  });
}

export function useReopenCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof reopenCircle>["body"]) =>
      callOwnerApi("POST /api/circles/:id/reopen", { params: { id: circleId }, body }),
    // This is not awaited: a list that changes may unmount the component that is to be notified. It also runs after a
    // refusal, which may mean that the circle has changed.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.circles }),
  });
}

/** A second click after a lost response makes the same copy. */
export function useDuplicateCircle(circleId: string) {
  const [createKey] = useState(createUuid);
  return useMutation({
    mutationFn: (withPeople: boolean) =>
      callOwnerApi("POST /api/circles/:id/duplicate", {
        params: { id: circleId },
        body: { create_key: createKey, with_people: withPeople },
      }),
    meta: { stale: [queryKeys.circleLists, queryKeys.contacts] },
  });
}

/** Call `forget` when no screen shows the circle any more, because a screen that does would fetch it again. */
export function useDeleteCircle(userId: string | undefined, circleId: string) {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: (title: string) =>
      callOwnerApi("DELETE /api/circles/:id", { params: { id: circleId }, body: { title } }),
    onSuccess: () => {
      if (userId !== undefined) {
        const place = { user_id: userId, circle_id: circleId };
        deleteDraft(place);
        deleteDraft({ ...place, part: "people" });
        deleteDraft({ ...place, part: "further" });
      }
    },
    meta: { stale: [queryKeys.circleLists, queryKeys.contacts] },
  });
  const forget = () => queries.removeQueries({ queryKey: queryKeys.circle(circleId) });
  return { deletion, forget };
}

export function useIsUnlocked(circleId: string) {
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => callOwnerApi("GET /api/billing", { signal }),
    select: ({ unlocked }) => unlocked.some(({ circle_id }) => circle_id === circleId),
  });
}

export function useSwitchOpenLink(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (open: boolean) =>
      callOwnerApi("PUT /api/circles/:id/open-link", { params: { id: circleId }, body: { open } }),
    // An earlier response must not arrive afterwards.
    onMutate: () => queries.cancelQueries({ queryKey: queryKeys.circle(circleId), exact: true }),
    onSuccess: (answer) => {
      queries.setQueryData(queryKeys.circle(circleId), answer);
    },
  });
}
