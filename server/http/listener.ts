import { createServer, type RequestListener, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { minuteMs } from "#contract/durations.ts";
import { privateHeaders } from "./security-headers.ts";

/** An access token carries its person's own data, up to 16 KB of it; Node's own limit is less than such a token. */
const headerBytes = 64 * 1024;

/** Headers are a few kilobytes, and nothing is known of the caller before they are there. */
const headersTimeoutMs = 20_000;

/**
 * For all of a request, its body included: 10 MB of a cover over half a megabit a second. A body that is held back for
 * longer keeps a connection and memory, and the session that it was begun with may have ended.
 */
const requestTimeoutMs = 3 * minuteMs;

/** An HTTP server with the limits of this product on what a caller may send, and how slowly. It does not listen yet. */
export function createHttpServer(listener: RequestListener): Server {
  return createServer(
    {
      maxHeaderSize: headerBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
    },
    listener,
  );
}

/**
 * Serves an app over HTTP. What cannot be read as a request (a host that is none, half an address) never reaches it, and
 * may be a private link all the same.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever an app's variables are
export function listenerFor(app: Hono<any>): RequestListener {
  return getRequestListener(app.fetch, {
    errorHandler: (error) =>
      new Response(null, {
        status: error instanceof RequestError ? 400 : 500,
        headers: privateHeaders,
      }),
  });
}
