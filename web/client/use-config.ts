import { useQuery } from "@tanstack/react-query";
import type { readConfig } from "#contract/config.ts";
import { callApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

/** What the app needs to know about its server; it does not change while the server runs. */
export function useConfig() {
  return useQuery({
    queryKey: queryKeys.config,
    queryFn: ({ signal }) => callApi<typeof readConfig>("GET", "/api/config", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
