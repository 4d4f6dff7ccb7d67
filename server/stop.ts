import type { Server } from "node:http";

/** How long a stop waits for requests that are under way. */
const wait_ms = 10_000;
/** A connection that has had its answer would stay open for the next request. */
const idle_check_ms = 100;

/**
 * Stops in order: no new requests, what is under way, then what the process owns, the database last. A request that
 * takes longer than `within_ms` is cut off; what follows is done all the same.
 */
export async function stopInOrder(
  server: Server,
  deps: { close(): Promise<void> },
  within_ms: number = wait_ms,
): Promise<void> {
  const closeIdle = setInterval(() => server.closeIdleConnections(), idle_check_ms);
  const cut = setTimeout(() => server.closeAllConnections(), within_ms);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(closeIdle);
  clearTimeout(cut);
  await deps.close();
}
