import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { findErrorCode } from "#server/system/error-code.ts";
import { readFileIfExists } from "#server/system/files.ts";
import { formatLines, parseLines } from "./erasure-lines.ts";
import type { ErasureStore } from "./erasure-store.ts";

/** A file for each day (UTC) on which the product ran: `2026-11-23.erasures`. */
const filePattern = /^(\d{4}-\d\d-\d\d)\.erasures$/;

/**
 * The list in a folder. Files are only appended to, so processes that share a folder lose nothing that another one has
 * written. A line that two of them write does no harm.
 */
export function openErasureFolder(folder: string): ErasureStore {
  const createFilePath = (day: string) => join(folder, `${day}.erasures`);
  const readText = async (day: string) =>
    (await readFileIfExists(createFilePath(day)))?.toString("utf8");

  return {
    name: folder,
    async listDays() {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      const days = names.flatMap((name) => filePattern.exec(name)?.[1] ?? []).toSorted();
      const found = await Promise.all(
        days.map(async (day) => ({ day, file: await unlessMissing(stat(createFilePath(day))) })),
      );
      // A file that is missing has just been removed by another process.
      return new Map(
        found.flatMap(({ day, file }) => (file ? [[day, `${file.size} ${file.mtimeMs}`]] : [])),
      );
    },
    async read(day) {
      return parseLines((await readText(day)) ?? "");
    },
    async add(day, lines) {
      const text = await readText(day);
      const had = parseLines(text ?? "");
      const missing = [...lines].filter((line) => !had.has(line));
      if (text !== undefined && missing.length === 0) return had;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(createFilePath(day), "a", 0o600);
      try {
        // An unfinished line of a process that was killed must not become part of the next line.
        const start = text === undefined || text === "" || text.endsWith("\n") ? "" : "\n";
        // One write, so that two processes do not mix their lines.
        await file.appendFile(start + formatLines(missing));
        await file.sync();
      } finally {
        await file.close();
      }
      return had;
    },
    async removeDay(day) {
      await rm(createFilePath(day), { force: true });
    },
  };
}

async function unlessMissing<Result>(looking: Promise<Result>): Promise<Result | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
