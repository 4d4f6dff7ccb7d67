import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { askFurtherQuestion, FurtherQuestions } from "#contract/circles/further-questions.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

const path = "/api/circles/:id/further-questions";

export function useFurtherQuestions(circleId: string) {
  return useQuery({
    queryKey: queryKeys.furtherQuestions(circleId),
    queryFn: ({ signal }) => callOwnerApi(`GET ${path}`, { params: { id: circleId }, signal }),
    meta: { failure: "Failed to load the further questions" },
  });
}

export function useAskFurtherQuestion(circleId: string) {
  const queries = useQueryClient();
  const queryKey = queryKeys.furtherQuestions(circleId);
  return useMutation({
    mutationFn: (body: EndpointInput<typeof askFurtherQuestion>["body"]) =>
      callOwnerApi(`POST ${path}`, { params: { id: circleId }, body }),
    onSuccess: async (asked) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<FurtherQuestions>(
        queryKey,
        (before) =>
          before && {
            items: [...before.items.filter((item) => item.circle_id !== asked.circle_id), asked],
            next: { ...before.next, reason: "further_question_open" },
          },
      );
    },
    // This also runs after a refusal, which may mean that another tab has asked.
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  });
}
