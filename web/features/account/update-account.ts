import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { updateAccount } from "#contract/account.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Changes the given fields of the profile; the response is the updated profile. */
export function useUpdateAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof updateAccount>["body"]) =>
      callOwnerApi<typeof updateAccount>("PATCH", "/api/account", { body }),
    onSuccess: (account) => queries.setQueryData(queryKeys.account, account),
  });
}
