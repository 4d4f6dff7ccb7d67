import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createDatabase, dropDatabase } from "./databases.ts";

const inRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const serverFile = inRoot("dist/server/main.js");
const serverFlags: string[] = JSON.parse(readFileSync(inRoot("tools/server-flags.json"), "utf8"));
const readyWithinMs = 120_000;
/** The beginning of a log line that is an error, or worse. */
const errorLine = /^\{"level":[56]0,/;

/** The built product, running for the tests of one worker. */
export interface Product {
  url: string;
  /** The folder with the emails that it has sent, a file each, unless it uses a mail server. */
  outbox: string;
  /** The errors that it has logged so far. */
  complaints: readonly string[];
  /** Everything that it has logged so far, including requests. */
  log(): string;
  /** Stops it and deletes its data, which `keep` may copy before that. */
  stop(options?: { keep?: (dataFolder: string) => Promise<void> }): Promise<void>;
}

/**
 * Starts the built server in a folder of its own, with everything unlocked, no counting limits and otherwise default
 * settings, unless `settings` say otherwise. It logs everything. Its data is a copy of that in E2E_EMPTY_DATA and
 * E2E_EMPTY_DATABASE, if they are set; with an empty DATABASE_URL it starts with an empty embedded database.
 */
export async function startProduct(
  firstPort: number,
  settings: Record<string, string> = {},
): Promise<Product> {
  if (!existsSync(serverFile)) throw new Error("There is no build: run `npm run build` first.");
  const port = await freePortFrom(firstPort);
  const url = `http://localhost:${port}`;
  const folder = await mkdtemp(path.join(tmpdir(), "paraline-e2e-"));
  const dataFolder = path.join(folder, "data");
  const { E2E_EMPTY_DATA: emptyData, E2E_EMPTY_DATABASE: emptyDatabase } = process.env;
  const startsEmpty = emptyDatabase !== undefined && settings.DATABASE_URL === "";
  if (emptyData !== undefined && !startsEmpty) {
    await cp(emptyData, dataFolder, { recursive: true });
  }
  const database =
    emptyDatabase === undefined || startsEmpty
      ? undefined
      : await createDatabase(new URL("postgres", emptyDatabase).href, emptyDatabase);
  const deleteData = async () => {
    if (database !== undefined) await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
  };
  const server = spawn(process.execPath, [...serverFlags, serverFile], {
    // It runs outside the checkout, so that no developer's .env is read.
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataFolder,
      RATE_LIMITS: "off",
      BILLING: "off",
      LOG_LEVEL: "debug",
      // `npm start` does this, too, because compiling the imports takes a quarter of a start.
      NODE_COMPILE_CACHE: inRoot(".cache/node"),
      ...(database === undefined ? {} : { DATABASE_URL: database }),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints: string[] = [];
  // Its own output counts, because the product of another run might answer on the port.
  const ready = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => ready.resolve(false), readyWithinMs);
  const logged: string[] = [];
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    createInterface(stream).on("line", (line) => {
      // The log is JSON, with one object per line; messages to people are not.
      if (line.startsWith("{")) logged.push(line);
      output = `${output}\n${line}`.slice(-5000);
      if (line.includes("Paraline is ready")) ready.resolve(true);
      if (errorLine.test(line)) complaints.push(line);
    });
  }
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    server.once("close", (code, signal) => {
      ready.resolve(false);
      if (!stopping) complaints.push(`It ended by itself with ${signal ?? code}. ${output}`);
      resolve();
    });
  });
  const isReady = await ready.promise;
  clearTimeout(timeout);
  if (!isReady) {
    server.kill("SIGKILL");
    await ended;
    await deleteData();
    // Another run on this machine has taken the port since it was found free.
    if (output.includes("EADDRINUSE")) return startProduct(port + 1, settings);
    throw new Error(`The server did not start.\n${output}`);
  }
  return {
    url,
    outbox: path.join(dataFolder, "outbox"),
    complaints,
    log: () => logged.join("\n"),
    async stop({ keep } = {}) {
      stopping = true;
      server.kill("SIGTERM");
      await ended;
      await keep?.(dataFolder);
      await deleteData();
    },
  };
}

/** The first free port from `first` on. Each test worker has its own range. */
export async function freePortFrom(first: number): Promise<number> {
  for (let port = first; port < first + 20; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${first} on.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
