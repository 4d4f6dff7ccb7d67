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

/** An access token contains up to 16 KB of a person's own data. Node's default limit is less than such a token. */
const headerBytes = 64 * 1024;

/** Headers are a few kilobytes, and nothing is known about the caller before they have arrived. */
const headersTimeoutMs = 20_000;

/** Enough for a cover of 10 MB at half a megabit per second: a body held back for longer occupies a connection. */
const requestTimeoutMs = 3 * minuteMs;

/** Refuses what Node would refuse, because Node's own responses lack the headers that a private link needs. */
export function createHttpServer(listener: RequestListener): Server {
  /** The newest response of each connection. Node has it, too, but does not expose it. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Without a host there is no address to route by, so the listener refuses the request.
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

/** The body of a refusal. No request was read, so the id is not in the log. */
function refusalBody(code: ErrorCode): string {
  const body: ErrorBody = { code, message: errorMessage(code), request_id: randomUUID() };
  return JSON.stringify(body);
}

/** The raw response to what Node could not parse as a request. The statuses are those that Node uses. */
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

/** What cannot be parsed as a request never reaches the app, but may still contain a private link. */
// biome-ignore lint/suspicious/noExplicitAny: the variables of the app do not matter
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
