import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

export function useConfig() {
  return useQuery({
    queryKey: queryKeys.config,
    queryFn: ({ signal }) => callApi("GET /api/config", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
