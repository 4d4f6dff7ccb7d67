import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inSnapshot } from "#server/db/copy/read-tables.ts";
import { isDiskFailure } from "#server/db/errors.ts";
import type { Logger } from "#server/system/log.ts";
import { connectToChannel } from "../operator-channel.ts";
import { CopyError, formatLine, joinLines, splitLines } from "./copy-format.ts";
import { beginCopy, type CopySource, databaseLines, fileLines } from "./write-copy.ts";

/** For `npm run backup`: no second process can open the embedded database. */
export async function sendCopy(
  source: CopySource & { log: Logger; config: { dataDir: string } },
  socket: Socket,
): Promise<void> {
  try {
    await writeToSocket(source, socket);
  } catch (error) {
    // The other side has disconnected, and reports the reason itself.
    if (socket.destroyed) return;
    source.log.error({ err: error }, "a backup was not made");
    const reason = isDiskFailure(error)
      ? "its disk, which has to hold a copy meanwhile, is full or fails"
      : "its log says why";
    socket.end(`${formatLine({ error: `The server could not make a copy: ${reason}.` })}\n`);
  }
}

/** The rows go to a file first, so that a client that reads slowly does not delay those who wait for the database. */
async function writeToSocket(
  source: CopySource & { config: { dataDir: string } },
  socket: Socket,
): Promise<void> {
  const file = join(source.config.dataDir, `.copy-${randomUUID()}`);
  const [key, nonce] = [randomBytes(32), randomBytes(16)];
  const progress = beginCopy();
  const handle = await open(file, "wx+", 0o600);
  // The streams use the descriptor instead of the handle: a handle cannot be closed before its own streams are, and
  // they would close it.
  const inFile = { fd: handle.fd, autoClose: false };
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  try {
    // From now on only this process can read the file, and it disappears when the process ends.
    await rm(file);
    await inSnapshot(source.db, (tx) =>
      pipeline(
        Readable.from(joinLines(databaseLines(tx, source, progress))),
        createCipheriv("aes-256-ctr", key, nonce),
        createWriteStream(file, inFile),
        { signal: gone.signal },
      ),
    );
    const decipher = createDecipheriv("aes-256-ctr", key, nonce);
    const stored = createReadStream(file, { ...inFile, start: 0 });
    await pipeline(stored, decipher, socket, { end: false });
    await pipeline(Readable.from(joinLines(fileLines(source, progress))), socket);
  } finally {
    await handle.close();
  }
}

/** Undefined when no process with the embedded database can be asked. @throws CopyError when the copy breaks off */
export async function requestCopy(dataFolder: string): Promise<AsyncIterable<string> | undefined> {
  const socket = await connectToChannel("copy", dataFolder);
  return socket && receive(socket);
}

async function* receive(socket: Socket): AsyncGenerator<string> {
  try {
    yield* splitLines(socket);
  } catch (error) {
    if (error instanceof CopyError) throw error;
    throw new CopyError("The server broke off before the copy was complete.");
  } finally {
    socket.destroy();
  }
}
