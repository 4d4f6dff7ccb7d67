import { connect } from "node:net";

/**
 * The smallest client that can put a server under load: one keep-alive connection, one request at a time. Node's own
 * client costs about as much per request as the server does, and would take up the time being measured.
 *
 * @typedef {{ status: number, headers: string, bytes: number, body: Buffer }} Answer
 * @typedef {{ send: (request: string | Buffer) => Promise<Answer>, close: () => void }} Connection
 */

const headerEnd = Buffer.from("\r\n\r\n");

/**
 * @param {number} port on 127.0.0.1
 * @param {number} [timeoutMs] limit for one response
 * @returns {Promise<Connection>}
 */
export function openConnection(port, timeoutMs = 30_000) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    /** @type {Buffer} */
    let received = Buffer.alloc(0);
    /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | undefined} */
    let waiting;

    const fail = (/** @type {Error} */ error) => {
      reject(error);
      waiting?.reject(error);
      waiting = undefined;
      socket.destroy();
    };
    socket.setTimeout(timeoutMs, () => waiting && fail(new Error("no answer in time")));
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("the connection was closed")));
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (answer === undefined) return;
      received = Buffer.alloc(0);
      const { resolve: done } = waiting ?? {};
      waiting = undefined;
      done?.(answer);
    });
    socket.on("connect", () =>
      resolve({
        send: (request) =>
          new Promise((done, failed) => {
            waiting = { resolve: done, reject: failed };
            socket.write(request);
          }),
        close: () => {
          socket.removeAllListeners("close");
          socket.destroy();
        },
      }),
    );
  });
}

/**
 * A complete response, or undefined while part of it is still missing.
 * @param {Buffer} received
 * @returns {Answer | undefined}
 */
function readAnswer(received) {
  const end = received.indexOf(headerEnd);
  if (end === -1) return undefined;
  const headers = received.toString("latin1", 0, end);
  const status = Number(headers.slice(9, 12));
  const from = end + headerEnd.length;
  const length = /^content-length: *(\d+)/im.exec(headers)?.[1];
  if (length !== undefined) {
    const to = from + Number(length);
    if (received.length < to) return undefined;
    return { status, headers, bytes: received.length, body: received.subarray(from, to) };
  }
  if (/^transfer-encoding: *chunked/im.test(headers)) {
    const body = readChunks(received, from);
    return body && { status, headers, bytes: received.length, body };
  }
  return { status, headers, bytes: received.length, body: Buffer.alloc(0) };
}

/**
 * @param {Buffer} received
 * @param {number} from
 */
function readChunks(received, from) {
  const chunks = [];
  for (;;) {
    const lineEnd = received.indexOf("\r\n", from);
    if (lineEnd === -1) return undefined;
    const length = Number.parseInt(received.toString("latin1", from, lineEnd), 16);
    const next = lineEnd + 2 + length + 2;
    if (received.length < next) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(lineEnd + 2, lineEnd + 2 + length));
    from = next;
  }
}
