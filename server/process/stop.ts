import type { Server } from "node:http";

/** How long a stop waits for requests, and for a start, that are under way. */
const waitMs = 10_000;
/** A connection that has had its answer would stay open for the next request. */
const idleCheckMs = 100;

/**
 * Stops accepting requests, finishes running ones, then closes what the process owns, the database last. A request that
 * takes longer than `withinMs` is cut off; the rest follows regardless. A start that takes longer is
 * abandoned: like a killed process, it has lost nothing.
 * @param starting what the process owns, once the start that opens it has come to its end
 */
export async function stopGracefully(
  server: Server,
  starting: Promise<{ close(): Promise<void> }>,
  withinMs: number = waitMs,
): Promise<void> {
  const overdue = Promise.withResolvers<undefined>();
  const closeIdle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const cut = setTimeout(() => {
    server.closeAllConnections();
    overdue.resolve(undefined);
  }, withinMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearInterval(closeIdle);
  const owned = await Promise.race([starting, overdue.promise]);
  clearTimeout(cut);
  await owned?.close();
}
