import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Results } from "#contract/feedback/feedback.ts";
import type { KeptAnswer } from "#contract/feedback/kept-answers.ts";
import { formatServerError } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { isKept } from "./filter-answers.ts";

export interface KeepChange extends KeptAnswer {
  shouldKeep: boolean;
}

const path = "/api/circles/:id/feedback/:response_id/answers/:question_id/kept";

/** Keeps an answer, or stops keeping it. The change shows at once, and is undone with a message if it is not saved. */
export function useKeepAnswer(circleId: string) {
  const queries = useQueryClient();
  const queryKey = queryKeys.results(circleId);
  const mutationKey = [...queryKey, "keep"];

  function show({ shouldKeep, ...answer }: KeepChange) {
    queries.setQueryData<Results>(
      queryKey,
      (before) => before && { ...before, kept: withChange(before.kept, answer, shouldKeep) },
    );
  }

  const { mutate } = useMutation({
    mutationKey,
    // Changes run one after the other, so that the last click is stored last.
    scope: { id: mutationKey.join(" ") },
    mutationFn: ({ response_id, question_id, shouldKeep }: KeepChange) => {
      const params = { id: circleId, response_id, question_id: String(question_id) };
      return shouldKeep
        ? callOwnerApi(`PUT ${path}`, { params })
        : callOwnerApi(`DELETE ${path}`, { params });
    },
    onMutate: async (change) => {
      show(change);
      // A response that is on its way does not include the change.
      await queries.cancelQueries({ queryKey });
      show(change);
    },
    onError: (error, change) => {
      show({ ...change, shouldKeep: !change.shouldKeep });
      const what = change.shouldKeep
        ? "The answer could not be kept."
        : "The star could not be removed.";
      notifyError(formatServerError(error, what), "Please try again.");
    },
    onSettled: () => {
      // While another change waits, this is not done, because the response would not include that change.
      if (queries.isMutating({ mutationKey }) === 1) return queries.invalidateQueries({ queryKey });
      return undefined;
    },
  });
  return mutate;
}

function withChange(kept: readonly KeptAnswer[], answer: KeptAnswer, shouldKeep: boolean) {
  const { response_id, question_id } = answer;
  if (shouldKeep) {
    return isKept(kept, response_id, question_id) ? [...kept] : [...kept, answer];
  }
  return kept.filter((one) => one.response_id !== response_id || one.question_id !== question_id);
}
