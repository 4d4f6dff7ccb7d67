import { useQuery } from "@tanstack/react-query";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const lockedEveryMs = 3_000;

/** What may be read of one circle now, and why no more. While it is locked, it may be paid for in another tab. */
export function useResults(circleId: string) {
  return useQuery({
    queryKey: queryKeys.results(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/feedback", { params: { id: circleId }, signal }),
    refetchInterval: ({ state }) => (state.data?.is_locked ? lockedEveryMs : false),
    refetchOnWindowFocus: ({ state }) => (state.data?.is_locked ? "always" : true),
    meta: { failure: "Failed to load results" },
  });
}

export function useThenAndNow(circleId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeys.thenAndNow(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/then-and-now", { params: { id: circleId }, signal }),
    select: ({ comparison }) => comparison,
    meta: { failure: "Failed to load the comparison with the earlier paraline" },
  });
}

/** The questions that are plotted as they were answered then and now; undefined until that is known. */
export function useComparedQuestions(
  circleId: string,
  isAskedAgain: boolean,
): number[] | undefined {
  const { data, isError } = useThenAndNow(circleId, isAskedAgain);
  if (!isAskedAgain || isError) return [];
  if (data === undefined) return undefined;
  return data.state === "readable" ? data.questions.map(({ question_id }) => question_id) : [];
}
