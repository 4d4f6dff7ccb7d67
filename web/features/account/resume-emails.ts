import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { resumeEmails } from "#contract/account.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

/** Resumes emails to the owner's own address; the response is the updated account. */
export function useResumeEmails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callOwnerApi<typeof resumeEmails>("POST", "/api/account/get-mail-again", {}),
    onSuccess: (account) => queries.setQueryData(queryKeys.account, account),
  });
}
