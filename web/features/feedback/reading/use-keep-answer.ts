import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Results } from "#contract/feedback/feedback.ts";
import type { KeptAnswer, keepAnswer, removeKeptAnswer } from "#contract/feedback/kept-answers.ts";
import { serverErrorMessageOf } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { isKept } from "./filter-answers.ts";

export interface KeepChange extends KeptAnswer {
  shouldKeep: boolean;
}

const path = "/api/circles/:id/feedback/:response_id/answers/:question_id/kept";

/** Keeps an answer, or no longer. The change shows at once, and is undone with a sentence if it could not be saved. */
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
    // One after the other, so that the last click is the last that is stored.
    scope: { id: mutationKey.join(" ") },
    mutationFn: ({ response_id, question_id, shouldKeep }: KeepChange) => {
      const params = { id: circleId, response_id, question_id: String(question_id) };
      return shouldKeep
        ? callOwnerApi<typeof keepAnswer>("PUT", path, { params })
        : callOwnerApi<typeof removeKeptAnswer>("DELETE", path, { params });
    },
    onMutate: async (change) => {
      show(change);
      // A reply that is under way does not know of the change.
      await queries.cancelQueries({ queryKey });
      show(change);
    },
    onError: (error, change) => {
      show({ ...change, shouldKeep: !change.shouldKeep });
      const what = change.shouldKeep
        ? "The answer could not be kept."
        : "The star could not be removed.";
      notifyError(serverErrorMessageOf(error, what), "Please try again.");
    },
    onSettled: () => {
      // Not while another change waits: the reply would not know of it.
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
