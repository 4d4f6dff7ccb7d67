import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { closeServer, listen } from "#server/testing/listen.ts";
import { createHttpServer, listenerFor } from "./listener.ts";

async function serve(listener: RequestListener) {
  const server = createHttpServer(listener);
  onTestFinished(() => closeServer(server));
  return { server, ...(await listen(server)) };
}

/** Sends bytes and returns everything that comes back until the server closes the connection. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    // A server that refuses a request does not read the rest of it, which resets the connection after the response.
    socket.on("close", () => resolve(answer)).on("error", () => {});
  });
}

/** Node itself cuts callers off after these times. It checks twice a minute, which is too long for a test to wait. */
it("a caller has 20 seconds for the headers, and 3 minutes for a whole request", () => {
  const { headersTimeout, requestTimeout } = createHttpServer(() => {});
  expect({ headersTimeout, requestTimeout }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 180_000,
  });
});

it("60 KB of headers are accepted: an access token contains up to 16 KB of a person's own data", async () => {
  const { port } = await serve((_, response) => response.end());
  const { status } = await fetch(`http://127.0.0.1:${port}/`, {
    headers: { Authorization: `Bearer ${"x".repeat(60 * 1024)}` },
  });
  expect(status).toBe(200);
});

it.each([
  ["a space in its address", "GET /invite?token=a b HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["an unknown method", "TAKE /invite?token=a HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  [
    "a body that breaks off",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz",
    400,
  ],
  ["no host", "GET /invite?token=a HTTP/1.1\r\n\r\n", 400],
  ["an expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: it\r\n\r\n", 417],
  ["70 KB of headers", `GET / HTTP/1.1\r\nHost: a\r\nA: ${"a".repeat(70 * 1024)}\r\n\r\n`, 431],
  [
    "17 KB of extensions of a chunk",
    `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(17 * 1024)}\r\n`,
    413,
  ],
])(
  "a request with %s is refused before it reaches the app, and is not cached",
  async (_why, bytes, status) => {
    // This app would answer later if the request reached it.
    const app = new Hono().all("*", () => Promise.withResolvers<Response>().promise);
    const { port } = await serve(listenerFor(app));
    const answer = await send(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
    expect(answer).toMatch(/^referrer-policy: no-referrer\r$/im);
  },
);

it("a request that took too long gets an error that says so and is not cached", async () => {
  const { server, port } = await serve(() => {});
  server.on("connection", (socket) =>
    server.emit(
      "clientError",
      Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
      socket,
    ),
  );
  const answer = await send(port, "");
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain("Cache-Control: no-store\r\n");
});

it("a refusal is not written into another response on the same connection", async () => {
  const { port } = await serve((_, response) => {
    response.setHeader("Content-Length", "100");
    response.write("half");
  });
  const answer = await send(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /a b HTTP/1.1\r\n\r\n");
  expect(answer).not.toContain(" 400 ");
});

it("a refusal has the body of any other error, with an id of its own", async () => {
  const { port } = await serve(() => {});
  const answers = [await send(port, "GET a b\r\n\r\n"), await send(port, "GET a b\r\n\r\n")];
  const bodies = answers.map((answer) => JSON.parse(answer.split("\r\n\r\n")[1] ?? ""));
  expect(bodies[0]).toEqual({
    code: "bad_json",
    message: "The request could not be read.",
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(bodies[1].request_id).not.toBe(bodies[0].request_id);
});
