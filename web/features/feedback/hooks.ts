import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Answers } from "#contract/feedback/answers.ts";
import type { OwnAnswersOffer } from "#contract/feedback/own-answers.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const lockedEveryMs = 3_000;

/**
 * Whether the owner is still offered to answer before reading. It is asked for before anything that may be read: reading
 * ends the offer.
 */
export function useOwnAnswersOffer(
  circleId: string,
  { failure = "Failed to load results", refetches = true } = {},
) {
  return useQuery({
    queryKey: queryKeys.ownAnswers(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/own-answers", { params: { id: circleId }, signal }),
    staleTime: ({ state }) => (isOffered(state.data) ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) =>
      refetches && isOffered(state.data) && state.data?.is_locked ? lockedEveryMs : false,
    refetchOnWindowFocus: refetches,
    meta: { failure },
  });
}

export const isOffered = (offer: OwnAnswersOffer | undefined) => offer?.state === "offered";

export function useWriteOwnAnswers(circleId: string) {
  return useEndOffer(circleId, (answers: Answers) =>
    callOwnerApi("PUT /api/circles/:id/own-answers", {
      params: { id: circleId },
      body: { answers },
    }),
  );
}

export function useSkipOwnAnswers(circleId: string) {
  return useEndOffer(circleId, () =>
    callOwnerApi("POST /api/circles/:id/own-answers/skip", { params: { id: circleId } }),
  );
}

function useEndOffer<Input>(circleId: string, end: (input: Input) => Promise<OwnAnswersOffer>) {
  const queries = useQueryClient();
  const queryKey = queryKeys.ownAnswers(circleId);
  return useMutation({
    mutationFn: end,
    onSuccess: async (offer) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, offer);
    },
    // It may have ended in another tab, or the questions may have changed.
    onError: () => void queries.invalidateQueries({ queryKey: queryKeys.circle(circleId) }),
  });
}

/**
 * What may be read of one circle now, and why no more: of a further question as it is, since no own answer to it is
 * offered. While it is locked, it may be paid for in another tab.
 */
export function useReadResults(circleId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeys.results(circleId),
    queryFn: ({ signal }) =>
      callOwnerApi("GET /api/circles/:id/feedback", { params: { id: circleId }, signal }),
    refetchInterval: ({ state }) => (state.data?.is_locked ? lockedEveryMs : false),
    refetchOnWindowFocus: ({ state }) => (state.data?.is_locked ? "always" : true),
    meta: { failure: "Failed to load results" },
  });
}

/** The same of a circle whose owner may answer first: nothing is read while they may. */
export function useResults(circleId: string) {
  const offer = useOwnAnswersOffer(circleId);
  const results = useReadResults(circleId, offer.data !== undefined && !isOffered(offer.data));
  return {
    data: results.data,
    isError: offer.isError || results.isError,
    refetch: () => (offer.data === undefined ? offer.refetch() : results.refetch()),
  };
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
