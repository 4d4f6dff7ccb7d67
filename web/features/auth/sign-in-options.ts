import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "#web/client/query-keys.ts";
import { readSignInOptions } from "#web/client/sign-in-providers.ts";

/** Which providers this server offers; it does not change while the server runs. */
export function useSignInOptions() {
  return useQuery({
    queryKey: queryKeys.signInProviders,
    queryFn: readSignInOptions,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
