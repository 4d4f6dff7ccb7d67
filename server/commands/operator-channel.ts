import { rm } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { minuteMs } from "#contract/values/durations.ts";
import { codeOf } from "#server/system/error-code.ts";
import type { Logger } from "#server/system/log.ts";

/** The longest path that a socket may have. */
const longestPath = 100;
const idleMs = minuteMs;

/** What a process that has the embedded database open offers to commands. */
type ChannelName = "backups" | "requests";

/** The folder belongs to the user who runs the process, and nobody else may open it. */
const pathOf = (dataFolder: string, name: ChannelName) => join(dataFolder, "database", name);

/**
 * Lets an operator's commands connect to this process, which has the embedded database open: no second process can open
 * it.
 * @param answer its error is logged, unless the other side has disconnected
 */
export async function openChannel(
  name: ChannelName,
  { log, config }: { log: Logger; config: { dataDir: string } },
  answer: (socket: Socket) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const path = pathOf(config.dataDir, name);
  if (Buffer.byteLength(path) > longestPath) {
    log.warn("the name of DATA_DIR is too long for commands that ask this process while it runs");
    return { close: async () => {} };
  }
  // A socket here was left by a process that was killed, because no other process can have the folder.
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const answers = new Set<Promise<void>>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    const answered = answer(socket)
      .catch((error: unknown) => {
        if (socket.destroyed) return;
        log.error({ err: error }, `a command was not answered (${name})`);
        socket.destroy();
      })
      .finally(() => answers.delete(answered));
    answers.add(answered);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(answers);
    },
  };
}

/** A connection to the process that has the embedded database open; undefined when no such process answers. */
export function connectToChannel(
  name: ChannelName,
  dataFolder: string,
): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(pathOf(dataFolder, name));
    socket.once("connect", () => resolve(socket));
    socket.once("error", (error) => {
      const isNoServer = ["ENOENT", "ECONNREFUSED", "EINVAL"].includes(codeOf(error) ?? "");
      if (isNoServer) resolve(undefined);
      else reject(error);
    });
  });
}
