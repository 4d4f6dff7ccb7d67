import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { openConnection } from "./http-client.mjs";
import { sampleAnswers, spread, tokenOf } from "./sample.mjs";

/**
 * Invitees who open their links and submit, in a separate process, so that neither the product nor what is measured
 * next to it waits for them.
 *
 * @typedef {object} Crowd
 * @property {number} port
 * @property {import("./sample.mjs").Mode} mode
 * @property {number} from number of the first link
 * @property {number} people at most this many, each with their own link
 * @property {number} atOnce
 * @property {number} [seconds] no session begins after that
 * @property {boolean} opens whether they open the page before submitting
 * @property {boolean} fresh whether each uses a new connection
 * @property {number} [circles] if given, consecutive people belong to different circles, out of this many
 *
 * @typedef {object} Outcome
 * @property {number} finished
 * @property {number} began links that are used up
 * @property {Record<string, number>} failures how many of each kind
 * @property {number} seconds
 * @property {number[]} milliseconds of each finished session, in ascending order
 */

/** Headers that a phone's browser sends. */
const browserHeaders = [
  "Host: 127.0.0.1",
  "Connection: keep-alive",
  "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  "Accept-Language: en-US,en;q=0.9",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "Sec-Fetch-Site: same-origin",
  "Sec-Fetch-Mode: navigate",
  "Sec-Fetch-Dest: document",
].join("\r\n");

/**
 * Starts the process that runs crowds, one after the other.
 * @returns {{ send: (crowd: Crowd) => Promise<Outcome>, stop: () => void }}
 */
export function startCrowds() {
  const child = fork(fileURLToPath(import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    send: (crowd) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error("the process of the crowd ended"));
        child.once("exit", ended);
        child.once("message", (outcome) => {
          child.removeListener("exit", ended);
          resolve(/** @type {Outcome} */ (outcome));
        });
        child.send(crowd);
      }),
    stop: () => child.kill(),
  };
}

/**
 * @param {Crowd} crowd
 * @returns {Promise<Outcome>}
 */
async function admitOne(crowd) {
  /** @type {Outcome} */
  const outcome = { finished: 0, began: 0, failures: {}, seconds: 0, milliseconds: [] };
  const began = performance.now();
  const until = began + (crowd.seconds ?? 600) * 1000;

  const come = async () => {
    /** @type {import("./http-client.mjs").Connection | undefined} */
    let connection;
    while (outcome.began < crowd.people && performance.now() < until) {
      const number = crowd.from + outcome.began;
      outcome.began += 1;
      const token = tokenOf(crowd.mode, crowd.circles ? spread(number, crowd.circles) : number);
      const came = performance.now();
      try {
        connection ??= await openConnection(crowd.port);
        const problem = await answer(connection, token, crowd);
        if (problem === undefined) {
          outcome.finished += 1;
          outcome.milliseconds.push(performance.now() - came);
        } else {
          outcome.failures[problem] = (outcome.failures[problem] ?? 0) + 1;
        }
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        outcome.failures[problem] = (outcome.failures[problem] ?? 0) + 1;
        connection = undefined;
      }
      if (crowd.fresh) {
        connection?.close();
        connection = undefined;
      }
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: crowd.atOnce }, come));
  outcome.seconds = (performance.now() - began) / 1000;
  outcome.milliseconds.sort((left, right) => left - right);
  return outcome;
}

/**
 * One person's session; the failure, if any.
 * @param {import("./http-client.mjs").Connection} connection
 * @param {string} token
 * @param {Pick<Crowd, "opens">} habits
 */
async function answer(connection, token, { opens }) {
  if (opens) {
    const page = await connection.send(
      `GET /invite?token=${token} HTTP/1.1\r\n${browserHeaders}\r\nAccept: text/html,application/xhtml+xml\r\n\r\n`,
    );
    if (page.status !== 200) return `the page answered ${page.status}`;
  }
  const body = JSON.stringify({
    submission_key: randomUUID(),
    answers: sampleAnswers,
    encouragement: null,
    use_in_insights: true,
    consented_processor: "here",
  });
  const submitted = await connection.send(
    `POST /api/feedback HTTP/1.1\r\n${browserHeaders}\r\nAccept: application/json\r\nContent-Type: application/json\r\nX-Invite-Token: ${token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (submitted.status !== 201) {
    const code = /"code":"(\w+)"/.exec(submitted.body.toString())?.[1];
    return `the submit answered ${submitted.status} ${code}`;
  }
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on("message", async (crowd) => {
    process.send?.(await admitOne(/** @type {Crowd} */ (crowd)));
  });
  process.on("disconnect", () => process.exit());
}
