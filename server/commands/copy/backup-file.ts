import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { findErrorCode } from "#server/system/error-code.ts";
import { CopyError, damaged, joinLines, splitLines } from "./copy-format.ts";

export type BackupEncryption = { recipient: string } | { passphrase: string };
export type BackupKey = { identities: string[] } | { passphrase: string };

/** The library is loaded only for a copy, because it takes megabytes of memory. */
const loadAge = () => import("age-encryption");

/** Completely or not at all: gzip within age (age-encryption.org/v1). @throws CopyError when the file exists */
export async function writeBackupFile(
  file: string,
  encryption: BackupEncryption,
  lines: AsyncIterable<string>,
): Promise<void> {
  await requireNoFile(file);
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  if ("recipient" in encryption) encrypter.addRecipient(encryption.recipient);
  else encrypter.setPassphrase(encryption.passphrase);

  const folder = dirname(file);
  const unfinished = join(folder, `.${basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(unfinished, "wx", 0o600).catch((error: unknown) => {
      throw new CopyError(
        `${folder} cannot be written to (${findErrorCode(error) ?? String(error)}).`,
      );
    });
    try {
      const compressed = createGzip();
      const packing = pipeline(Readable.from(joinLines(lines)), compressed);
      // The first failure is thrown below.
      packing.catch(() => {});
      const encrypted = await encrypter.encrypt(toWeb(compressed));
      await pipeline(fromWeb(encrypted), async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await written(folder, handle.writeFile(chunk));
      });
      await packing;
      await written(folder, handle.sync());
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // The name of a file is on the disk once its folder has been synced.
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}

async function written(folder: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const code = findErrorCode(error) ?? String(error);
    const reason = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : "its disk fails";
    throw new CopyError(
      `${folder} cannot be written to: ${reason} (${code}). There is no backup, and no part of one.`,
    );
  }
}

export async function requireNoFile(file: string): Promise<void> {
  try {
    await stat(file);
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return;
    throw error;
  }
  throw new CopyError(`${file} exists. Nothing was written.`);
}

/** @throws CopyError when the key does not open the file, or the file is damaged */
export async function* readBackupFile(file: string, key: BackupKey): AsyncGenerator<string> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  if ("passphrase" in key) decrypter.addPassphrase(key.passphrase);
  else for (const identity of key.identities) decrypter.addIdentity(identity);

  const bytes = createReadStream(file);
  try {
    let decrypted: ReadableStream<Uint8Array>;
    try {
      decrypted = await decrypter.decrypt(toWeb(bytes));
    } catch (error) {
      throw describeOpening(file, error);
    }
    const unpacked = createGunzip();
    const unpacking = pipeline(fromWeb(decrypted), unpacked);
    unpacking.catch(() => {});
    yield* withoutLibraryErrors(splitLines(unpacked));
    await withoutLibraryError(unpacking);
  } finally {
    bytes.destroy();
  }
}

function describeOpening(file: string, error: unknown): CopyError {
  const code = findErrorCode(error);
  if (code !== undefined) return new CopyError(`${file} cannot be read (${code}).`);
  const message = error instanceof Error ? error.message : String(error);
  return /no identity matched/.test(message)
    ? new CopyError(`This passphrase or key does not open ${file}.`)
    : new CopyError(`${file} is not a backup, or it is damaged.`);
}

/** Translates errors of the libraries that decrypt and decompress: they mean that bytes were changed or are missing. */
async function* withoutLibraryErrors(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = lines[Symbol.asyncIterator]();
  for (;;) {
    const next = await withoutLibraryError(iterator.next());
    if (next.done) return;
    yield next.value;
  }
}

async function withoutLibraryError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof CopyError ? error : damaged();
  }
}

/** Its first line, so that a line feed added by an editor does not count. @throws CopyError */
export async function readPassphrase(file: string): Promise<string> {
  const [passphrase = ""] = (await readSecretFile(file)).split(/\r?\n/);
  if (passphrase.length < 12) {
    throw new CopyError(`The passphrase in ${file} must have 12 characters or more.`);
  }
  return passphrase;
}

export async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readSecretFile(file)).split(/\r?\n/);
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length === 0) {
    throw new CopyError(`${file} has no line that begins with AGE-SECRET-KEY-.`);
  }
  return identities;
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new CopyError(`${file} cannot be read (${findErrorCode(error) ?? String(error)}).`);
  }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream;
const fromWeb = (stream: globalThis.ReadableStream | ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream<Uint8Array>);
