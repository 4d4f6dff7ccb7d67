import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { createCircle, reopenCircle } from "#contract/circles/circles.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { createUuid } from "#web/client/uuid.ts";
import { deleteDraft } from "./draft/draft-storage.ts";

/** All of the owner's circles, newest first. */
export function useCircles() {
  return useQuery({
    queryKey: queryKeys.circleList("all"),
    queryFn: ({ signal }) => callOwnerApi("GET /api/circles", { query: {}, signal }),
    select: (answer) => answer.circles,
    meta: { failure: "Failed to load paralines" },
  });
}

/** The circles that are no longer active, last changed first. */
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

/**
 * One of the owner's circles; `failure` is the screen's message when it can't be loaded. `live` polls for new answers
 * while it is open and visible.
 */
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

/**
 * Creates a circle with its people. Removes its draft, and refreshes lists, contacts and the profile's name. A failure
 * is reported even if the wizard is gone by then, as it is when the session has ended.
 */
export function useCreateCircle(userId: string, reportFailure: (error: unknown) => void) {
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createCircle>["body"]) =>
      callOwnerApi("POST /api/circles", { body }),
    onError: reportFailure,
    onSuccess: () => deleteDraft({ user_id: userId }),
    meta: { stale: [queryKeys.circles, queryKeys.contacts, queryKeys.account] },
  });
}

/** Closes a circle. Everything cached about it, and every list, may be different then. */
export function useCloseCircle(circleId: string) {
  return useMutation({
    mutationFn: () =>
      callOwnerApi("POST /api/circles/:id/close", {
        params: { id: circleId },
      }),
    meta: { stale: [queryKeys.circles] },
  });
}

/** Reopens a closed circle, until the end of a given day or without a deadline. */
export function useReopenCircle(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof reopenCircle>["body"]) =>
      callOwnerApi("POST /api/circles/:id/reopen", {
        params: { id: circleId },
        body,
      }),
    // This is not awaited: a list that changes may unmount the component that is to be notified. It also runs after a
    // refusal, which may mean that the circle has changed.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.circles }),
  });
}

/**
 * Copies a circle. If its people are included, they are also contacts of the copy. A second click after a lost response
 * makes the same copy.
 */
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

/**
 * Deletes a circle and its unsent drafts. `forget` clears what is cached about it: call it when no screen shows the
 * circle any more, because a screen that does would fetch it again.
 */
export function useDeleteCircle(userId: string | undefined, circleId: string) {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: (title: string) =>
      callOwnerApi("DELETE /api/circles/:id", {
        params: { id: circleId },
        body: { title },
      }),
    onSuccess: () => {
      if (userId !== undefined) {
        const place = { user_id: userId, circle_id: circleId };
        deleteDraft(place);
        deleteDraft({ ...place, part: "people" });
      }
    },
    meta: { stale: [queryKeys.circleLists, queryKeys.contacts] },
  });
  const forget = () => queries.removeQueries({ queryKey: queryKeys.circle(circleId) });
  return { deletion, forget };
}

/** Whether an unlock was bought for a circle. */
export function useIsUnlocked(circleId: string) {
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => callOwnerApi("GET /api/billing", { signal }),
    select: ({ unlocked }) => unlocked.some(({ circle_id }) => circle_id === circleId),
  });
}

/** Lets anyone with the share link answer, or only those who were invited. */
export function useSwitchOpenLink(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (open: boolean) =>
      callOwnerApi("PUT /api/circles/:id/open-link", {
        params: { id: circleId },
        body: { open },
      }),
    // An earlier response must not arrive afterwards.
    onMutate: () => queries.cancelQueries({ queryKey: queryKeys.circle(circleId), exact: true }),
    onSuccess: (answer) => {
      queries.setQueryData(queryKeys.circle(circleId), answer);
    },
  });
}
