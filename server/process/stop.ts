import type { Server } from "node:http";

/** How long a stop waits for requests, or a start, in progress. */
const waitMs = 10_000;
/** How often idle connections are closed, which would otherwise stay open for the next request. */
const idleCheckMs = 100;

/**
 * Stops accepting requests, finishes running ones, and then closes what the process owns, the database last. A request
 * that takes longer than `withinMs` is cut off, and the rest follows nevertheless. A start that takes longer is
 * abandoned, which loses nothing, as when a process is killed.
 * @param starting resolves with what the process owns once its start has completed
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
