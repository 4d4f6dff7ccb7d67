import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { updateAccount } from "#contract/account.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { dayIn } from "#contract/values/days.ts";
import { minuteMs } from "#contract/values/durations.ts";
import { browserTimeZone } from "#web/client/auth/auth.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";

export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => callOwnerApi("GET /api/account", { signal }),
    staleTime: minuteMs,
  });
}

export function useUpdateAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof updateAccount>["body"]) =>
      callOwnerApi("PATCH /api/account", { body }),
    onSuccess: (account) => queries.setQueryData(queryKeys.account, account),
  });
}

export function useResumeEmails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callOwnerApi("POST /api/account/get-mail-again", {}),
    onSuccess: (account) => queries.setQueryData(queryKeys.account, account),
  });
}

/** The owner's time zone; until the profile has loaded, this browser's. */
export function useTimeZone(): string {
  const account = useAccount();
  return account.data?.time_zone ?? browserTimeZone();
}

export function useToday(): string {
  return dayIn(useTimeZone(), new Date());
}
