import type { RequestListener } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { private_headers } from "./security-headers.ts";

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
        headers: private_headers,
      }),
  });
}
