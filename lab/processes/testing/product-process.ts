import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort } from "../../../server/testing/free-port.ts";
import { testAppSecret } from "../../../server/testing/secrets.ts";
import { logLine } from "../../../tools/deploy/testing/log.ts";
import { serverArguments, serverEnvironment } from "../../../tools/server-process.mjs";
import type { MailSink } from "./mail-sink.ts";

/** Each process loads this: it ends when its input does, and so with the tests, however these end. */
const endsWithTests = `data:text/javascript,${encodeURIComponent(
  'process.stdin.on("end", () => process.exit(1)).resume();',
)}`;

interface Place {
  folder: string;
  /** Where the database and the bucket are. */
  settings: Record<string, string>;
  publicUrl: string;
  sink: MailSink;
}

export type ProductProcess = Awaited<ReturnType<typeof startProductProcess>>;

/** The output of all processes, in which no secret may be. */
export interface Output {
  text: string;
}

/** One process of the built product, which is started again whenever it ends, as by a supervisor. */
export async function startProductProcess(
  name: string,
  role: "web" | "worker",
  place: Place,
  output: Output,
) {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  let starts = 0;
  let sender = name;
  let child: ChildProcess | undefined;
  let isOver = false;
  let ready = Promise.withResolvers<void>();
  let isReady = false;

  /** Callers that wait already go on waiting for the next process, however many end before one is ready. */
  function expectNext(): void {
    if (isReady) ready = Promise.withResolvers();
    isReady = false;
  }

  async function start(): Promise<void> {
    starts += 1;
    sender = `${name}, start ${starts}`;
    const smtpUrl = await place.sink.openFor(sender);
    if (isOver) return;
    const started = spawn(process.execPath, ["--import", endsWithTests, ...serverArguments], {
      // It does not run in the project's root, where a .env may be the developer's own.
      cwd: place.folder,
      env: {
        PATH: process.env.PATH,
        ...serverEnvironment,
        NODE_ENV: "production",
        PORT: String(port),
        PUBLIC_URL: place.publicUrl,
        ...place.settings,
        // As on machines of their own.
        DATA_DIR: path.join(place.folder, name),
        APP_SECRET: testAppSecret,
        ROLE: role,
        SMTP_URL: smtpUrl,
        BILLING: "off",
        RATE_LIMITS: "off",
        TRUST_PROXY: "1",
        // It drains until the second signal, so that the test does not depend on how long a proxy takes.
        DRAIN_SECONDS: "600",
        LOG_LEVEL: "info",
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output.text += chunk;
        logLine(name, chunk);
        if (!chunk.includes("Paraline is ready") || child !== started) return;
        isReady = true;
        ready.resolve();
      });
    }
    started.once("exit", () => {
      expectNext();
      if (!isOver) void start();
    });
  }

  await start();
  return {
    port,
    address,
    /** Resolves when the process that runs now, or the next one, has said that it is ready. */
    ready: () => ready.promise,
    /** Whether it is running and has been ready. */
    isReady: () => isReady,
    kill() {
      logLine(name, "killed");
      place.sink.events.push({ kind: "killed", sender });
      expectNext();
      child?.kill("SIGKILL");
    },
    /** Asks the process to stop. The next one is started when it has. */
    signal() {
      logLine(name, "asked to stop");
      child?.kill("SIGTERM");
    },
    /** Stops it permanently. @returns its exit code */
    async stop(): Promise<number | null> {
      isOver = true;
      if (child === undefined) return 0;
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      // The second signal ends the draining; two at once would arrive as one.
      const hurry = setInterval(() => child?.kill("SIGTERM"), 100);
      child.kill("SIGTERM");
      const [code] = await ended;
      clearInterval(hurry);
      return code;
    },
    /** Ends it, whatever it does. */
    destroy() {
      isOver = true;
      child?.kill("SIGKILL");
    },
  };
}
