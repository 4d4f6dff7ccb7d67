import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#web/client/query-keys.ts";

/** Refetches everything that a payment may have unlocked. */
export function refreshUnlocked(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.circles }),
    queries.invalidateQueries({ queryKey: queryKeys.billing, exact: true }),
  ]);
}
