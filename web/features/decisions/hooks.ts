import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ClosingParts, readDecision } from "#contract/decisions.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const refetchEveryMs = 30_000;

/** @param reading `never` while nothing may be read, `once` while the owner may still answer before reading */
export function useDecision(
  circleId: string,
  failure: string,
  reading: "never" | "once" | "again",
) {
  return useQuery({
    enabled: reading !== "never",
    queryKey: queryKeys.decision(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/decision", { params: { id: circleId }, signal }),
    refetchInterval: reading === "again" ? refetchEveryMs : false,
    refetchOnWindowFocus: reading === "again",
    // After a save here this cache is fresh, but not the recap in it: the results may have been unlocked meanwhile.
    staleTime: 0,
    meta: { failure },
  });
}

export function useReviews(failure: string) {
  return useQuery({
    queryKey: queryKeys.reviews,
    queryFn: ({ signal }) => callOwnerApi("GET /api/decisions", { signal }),
    select: (answer) => answer.reviews,
    // The decision screen saves without a mutation that would name this stale.
    staleTime: 0,
    meta: { failure },
  });
}

/** Sends the closing letter, once. If another tab was faster, the screen shows what that one sent. */
export function useSendClosingLetter(circleId: string) {
  const queries = useQueryClient();
  const queryKey = queryKeys.decision(circleId);
  return useMutation({
    mutationFn: async (body: ClosingParts) => {
      const { decision } = await callOwnerApi("POST /api/circles/:id/decision/closing-letter", {
        params: { id: circleId },
        body,
      });
      return decision;
    },
    onSuccess: (decision) =>
      queries.setQueryData<EndpointOutput<typeof readDecision>>(
        queryKey,
        (before) => before && { ...before, decision },
      ),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
