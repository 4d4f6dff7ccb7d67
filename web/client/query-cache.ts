import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { isSignedOut } from "#contract/errors.ts";
import { ApiError } from "./api.ts";
import { readSession, subscribeSession } from "./auth/auth.ts";
import { formatErrorMessage } from "./error-message.ts";
import { isResultsKey } from "./query-keys.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      failure?: string | undefined;
      /** Whether the server's message is shown below it. */
      saysReason?: boolean;
    };
    mutationMeta: {
      /** Not awaited, because a list that changes may unmount the component that waits. */
      stale?: readonly QueryKey[];
    };
  }
}

/**
 * A failed query is reported once; one that refreshes what is on the screen retries silently. Everything that one
 * person has read is cleared when another one signs in or the session ends.
 */
export function createQueryCache(
  reportFailure: (sentence: string, reason?: string) => void,
): QueryClient {
  const failing = new WeakSet<object>();
  /** Handles that results are locked again: the screens that show them then show the ways to unlock them. */
  const followLock = (error: unknown): boolean => {
    const isLocked = error instanceof ApiError && error.code === "results_locked";
    if (isLocked) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => isResultsKey(queryKey) });
    }
    return isLocked;
  };
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => void followLock(error),
      // In onSuccess, this would run before the mutation's own handler, and what that writes to the cache counts as
      // fresh.
      onSettled: (_answer, error, _variables, _context, { meta }) => {
        if (error !== null) return;
        for (const queryKey of meta?.stale ?? []) void client.invalidateQueries({ queryKey });
      },
    }),
    queryCache: new QueryCache({
      onSuccess: (_, query) => void failing.delete(query),
      onError: (error, query) => {
        if (followLock(error)) return;
        if (query.state.data !== undefined && failing.has(query)) return;
        failing.add(query);
        const sentence = query.meta?.failure;
        const followedByGuard = error instanceof ApiError && isAboutSession(error);
        if (sentence === undefined || followedByGuard) return;
        reportFailure(sentence, query.meta?.saysReason ? formatErrorMessage(error) : undefined);
      },
    }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => failures < 2 && isRetryable(error) },
    },
  });
  clearOnPersonChange(client);
  return client;
}

/** Whether to retry: a refusal is final, but a lost connection or an outage may pass. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 502;
}

function isAboutSession(error: ApiError): boolean {
  return isSignedOut(error.code) || error.code === "insufficient_aal";
}

function clearOnPersonChange(client: QueryClient): void {
  let personId = currentPersonId();
  subscribeSession(() => {
    const next = currentPersonId();
    if (personId !== undefined && next !== personId) client.clear();
    personId = next;
  });
}

function currentPersonId(): string | undefined {
  const session = readSession();
  return "person" in session ? session.person.user_id : undefined;
}
