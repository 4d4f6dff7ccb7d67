import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { switchOpenLink } from "#contract/circles/circles.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Lets anyone with the share link answer, or only those who were invited. */
export function useSwitchOpenLink(circleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (open: boolean) =>
      callOwnerApi<typeof switchOpenLink>("PUT", "/api/circles/:id/open-link", {
        params: { id: circleId },
        body: { open },
      }),
    // An earlier response must not arrive after it.
    onMutate: () => queries.cancelQueries({ queryKey: queryKeys.circle(circleId), exact: true }),
    onSuccess: (answer) => {
      queries.setQueryData(queryKeys.circle(circleId), answer);
    },
  });
}
