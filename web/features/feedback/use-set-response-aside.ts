import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatServerError } from "#web/client/error-message.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { notifyError } from "#web/ui/toasts/toast.ts";

const path = "/api/circles/:id/feedback/:response_id/set-aside";

export interface SetAsideChange {
  response_id: string;
  is_set_aside: boolean;
}

export function useSetResponseAside(circleId: string) {
  const queries = useQueryClient();
  const queryKey = queryKeys.results(circleId);
  return useMutation({
    mutationFn: ({ response_id, is_set_aside }: SetAsideChange) =>
      callOwnerApi(`PUT ${path}`, {
        params: { id: circleId, response_id },
        body: { is_set_aside },
      }),
    onSuccess: async (results) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, results);
      void queries.invalidateQueries({ queryKey: queryKeys.circles });
    },
    onError: (error, { is_set_aside }) => {
      const what = is_set_aside
        ? "The perspective was not set aside."
        : "The perspective was not brought back.";
      notifyError(formatServerError(error, what), "Please try again.");
    },
  });
}
