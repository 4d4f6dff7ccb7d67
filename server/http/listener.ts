import { randomUUID } from "node:crypto";
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { type ErrorBody, type ErrorCode, errorMessage } from "#contract/errors.ts";
import { minuteMs } from "#contract/values/durations.ts";
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

/**
 * An HTTP server with the limits of this product on what a caller may send, and how slowly. It does not listen yet. What
 * Node would refuse by itself is refused here, because Node's own answers lack the headers that a private link needs.
 */
export function createHttpServer(listener: RequestListener): Server {
  /** The newest response of each connection. Node knows it too, but keeps it private. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Without a host there is no address to route by: the listener refuses it.
      requireHostHeader: false,
    },
    (request, response) => {
      responses.set(request.socket, response);
      listener(request, response);
    },
  );
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(417, refusalHeaders).end(refusalBody("bad_json"));
  });
  server.on("clientError", (error, socket) => {
    if (socket.writable && !isAnswering(responses.get(socket))) {
      socket.end(rawRefusal(error), () => socket.destroy());
    } else {
      socket.destroy();
    }
  });
  return server;
}

/** Whether more bytes on a connection would become a part of this response, or of one that it waits for. */
function isAnswering(response: ServerResponse | undefined): boolean {
  if (response === undefined || response.writableFinished) return false;
  return response.headersSent || response.socket === null;
}

const refusalHeaders = {
  ...privateHeaders,
  "Content-Type": "application/json",
  Connection: "close",
};

/** No request was read, so its id is in no line of the log. */
function refusalBody(code: ErrorCode): string {
  const body: ErrorBody = { code, message: errorMessage(code), request_id: randomUUID() };
  return JSON.stringify(body);
}

/** The answer, as it is written, to what Node could not read as a request. The statuses are those that Node gives. */
function rawRefusal(error: Error): string {
  const status = refusalStatus("code" in error ? error.code : undefined);
  const body = refusalBody(status === 413 || status === 431 ? "request_too_large" : "bad_json");
  const headers = { ...refusalHeaders, "Content-Length": Buffer.byteLength(body) };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");
}

function refusalStatus(code: unknown): number {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return 431;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return 413;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return 408;
    default:
      return 400;
  }
}

/**
 * Serves an app over HTTP. What cannot be read as a request (an invalid host, a truncated address) never reaches it,
 * and may be a private link all the same.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever an app's variables are
export function listenerFor(app: Hono<any>): RequestListener {
  return getRequestListener(app.fetch, {
    errorHandler: (error) => {
      const isUnreadable = error instanceof RequestError;
      return new Response(refusalBody(isUnreadable ? "bad_json" : "internal"), {
        status: isUnreadable ? 400 : 500,
        headers: refusalHeaders,
      });
    },
  });
}
