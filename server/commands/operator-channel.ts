import { rm } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { minuteMs } from "#contract/values/durations.ts";
import { findErrorCode } from "#server/system/error-code.ts";
import type { Logger } from "#server/system/log.ts";

const longestPath = 100;
const idleMs = minuteMs;

type CommandRequest = "check" | "copy" | "backup made";

/** The folder belongs to the user who runs the process, and nobody else may open it. */
const createRequestsPath = (dataFolder: string) => join(dataFolder, "database", "requests");

/** @param answers their errors are logged, unless the other side has disconnected */
export async function openChannel(
  { log, config }: { log: Logger; config: { dataDir: string } },
  answers: Record<CommandRequest, (socket: Socket) => Promise<void>>,
): Promise<{ close(): Promise<void> }> {
  const path = createRequestsPath(config.dataDir);
  if (Buffer.byteLength(path) > longestPath) {
    log.warn("the name of DATA_DIR is too long for commands that ask this process while it runs");
    return { close: async () => {} };
  }
  // A socket here was left by a process that was killed, because no other process can have the folder.
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const working = new Set<Promise<void>>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    const answered = answer(socket, answers)
      .catch((error: unknown) => {
        if (socket.destroyed) return;
        log.error({ err: error }, "a command was not answered");
        socket.destroy();
      })
      .finally(() => working.delete(answered));
    working.add(answered);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(working);
    },
  };
}

async function answer(
  socket: Socket,
  answers: Record<string, (socket: Socket) => Promise<void>>,
): Promise<void> {
  const request = await readRequest(socket);
  if (answers[request] === undefined) socket.destroy();
  else await answers[request](socket);
}

/** The first line of a connection; an empty one if the other side leaves without it. */
function readRequest(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("data", (line) => resolve(String(line).trim()));
    socket.once("close", () => resolve(""));
  });
}

/** @returns the connection on which it answers; undefined when no process has the embedded database open */
export function connectToChannel(
  request: CommandRequest,
  dataFolder: string,
): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(createRequestsPath(dataFolder));
    socket.once("connect", () => {
      socket.write(`${request}\n`);
      resolve(socket);
    });
    socket.once("error", (error) => {
      const isNoServer = ["ENOENT", "ECONNREFUSED", "EINVAL"].includes(findErrorCode(error) ?? "");
      if (isNoServer) resolve(undefined);
      else reject(error);
    });
  });
}
