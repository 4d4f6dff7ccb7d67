import type { RequestListener } from "node:http";
import { setTimeout } from "node:timers/promises";

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
  const over = setTimeout(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {});
  return { over, end: () => controller.abort() };
}
