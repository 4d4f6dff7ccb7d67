import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { deleteDraft } from "./draft-storage.ts";
import { type EditDraft, rebase, toUpdateInput } from "./edit-draft.ts";

type UpdateOutcome =
  | { kind: "stored" }
  | { kind: "contested"; draft: EditDraft; contested: string[] };

/** On top of the current version, so that a change made elsewhere in the meantime is not lost. */
export function useUpdateCircle(
  userId: string,
  circleId: string,
  reportFailure: (error: unknown) => void,
) {
  const queries = useQueryClient();
  const params = { id: circleId };
  return useMutation({
    mutationFn: async (change: {
      draft: EditDraft;
      overrules: boolean;
    }): Promise<UpdateOutcome> => {
      const { circle } = await callOwnerApi("GET /api/circles/:id", { params });
      const { draft, contested } = rebase(change.draft, circle);
      if (contested.length > 0 && !change.overrules) return { kind: "contested", draft, contested };
      const body = toUpdateInput(draft, circle.is_anonymous);
      await callOwnerApi("PUT /api/circles/:id", { params, body });
      return { kind: "stored" };
    },
    onError: reportFailure,
    onSuccess: ({ kind }) => {
      if (kind !== "stored") return;
      deleteDraft({ user_id: userId, circle_id: circleId });
      for (const queryKey of [queryKeys.circles, queryKeys.contacts]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
}
