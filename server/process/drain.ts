import type { RequestListener } from "node:http";
import { setTimeout } from "node:timers/promises";

const readinessPath = "/readyz";

/**
 * Serves requests as before while a process is about to stop, with two differences. `/readyz` says that it stops, so
 * that proxies send requests elsewhere. And each connection closes after its response, so that none is reused too late.
 * @param stopping answers `/readyz`
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

/** A wait that ends after this many seconds, or when `end` is called. */
export function waitFor(seconds: number): Wait {
  const controller = new AbortController();
  const over = setTimeout(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {});
  return { over, end: () => controller.abort() };
}
