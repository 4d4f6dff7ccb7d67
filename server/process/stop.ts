import type { RequestListener, Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** How long a stop waits for requests, or a start, in progress. */
const waitMs = 10_000;
/** How often idle connections are closed, which would otherwise stay open for the next request. */
const idleCheckMs = 100;

/**
 * A request that takes longer than `withinMs` is cut off, and a start that does is abandoned, which loses nothing, as
 * when a process is killed. @param starting resolves with what the process owns
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

const readinessPath = "/readyz";

/**
 * `/readyz` says that the process stops, and each connection closes after its response, so that none is reused too
 * late.
 */
export function listenWhileDraining(
  serving: RequestListener,
  stopping: RequestListener,
): RequestListener {
  return (request, response) => {
    response.setHeader("Connection", "close");
    const isReadiness = request.url?.split("?")[0] === readinessPath;
    return (isReadiness ? stopping : serving)(request, response);
  };
}

export type Wait = { over: Promise<void>; end(): void };

export function waitFor(seconds: number): Wait {
  const controller = new AbortController();
  const over = delay(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {});
  return { over, end: () => controller.abort() };
}
