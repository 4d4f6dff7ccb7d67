import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "#contract/values/durations.ts";
import type { Db } from "#server/db/tables.ts";
import type { Clock } from "#server/system/clock.ts";
import { codeOf } from "#server/system/error-code.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { acceptedMarks, listMark, toListEntry } from "./note-erasures.ts";

/** A file for each day (UTC) on which the product ran: `2026-11-23.erasures`. */
const filePattern = /^(\d{4}-\d\d-\d\d)\.erasures$/;
const atOnce = 1000;

interface ListDeps {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  config: { erasuresDir: string; erasuresKeptDays: number };
}

/**
 * Moves the notes of what was erased to the list beside the database, and removes the days that are older than needed.
 * Also makes the file of a day on which nothing was erased: a list without gaps can be trusted. Several processes may
 * do this at once; a note that is written twice does no harm.
 */
export async function writeErasureList({ db, clock, secrets, config }: ListDeps): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10);
  await appendToDay(config.erasuresDir, today, listMark(secrets), []);
  for (;;) {
    const notes = await db
      .selectFrom("erasure_notes")
      .select(["id", "entry"])
      .orderBy("entry")
      .limit(atOnce)
      .execute();
    if (notes.length === 0) break;
    await appendToDay(
      config.erasuresDir,
      today,
      listMark(secrets),
      notes.map(({ entry }) => toListEntry(secrets, entry)).toSorted(),
    );
    // Only now: a process that dies in between leaves them to the next sweep.
    await db
      .deleteFrom("erasure_notes")
      .where(
        "id",
        "in",
        notes.map(({ id }) => id),
      )
      .execute();
  }
  await removeOldDays(config.erasuresDir, clock.now(), config.erasuresKeptDays);
}

/** A new file begins with the mark, and so does every secret's first entry of a day. */
async function appendToDay(
  folder: string,
  day: string,
  mark: string,
  entries: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${day}.erasures`);
  const markLine = `mark ${mark}`;
  const isMarked = (await readLines(path)).includes(markLine);
  if (isMarked && entries.length === 0) return;
  const file = await open(path, "a", 0o600);
  try {
    const lines = isMarked ? entries : [markLine, ...entries];
    // One write, so that two processes do not mix their lines.
    await file.appendFile(lines.map((line) => `${line}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function removeOldDays(folder: string, now: Date, keptDays: number): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * dayMs).toISOString().slice(0, 10);
  for (const { name, day } of await listDays(folder)) {
    if (day < oldest) await rm(join(folder, name), { force: true });
  }
}

/** A list as it was found: what was erased, and from which day to which it goes. */
export interface ErasureList {
  entries: ReadonlySet<string>;
  /** Those of a day and later, for what may have changed more than once. */
  entriesSince(day: string): ReadonlySet<string>;
  from: string;
  to: string;
}

/**
 * Reads the list of a folder.
 * @returns undefined when there is none; "foreign" when it was written with other secrets
 */
export async function readErasureList(
  folder: string,
  secrets: Secrets,
): Promise<ErasureList | "foreign" | undefined> {
  const days = await listDays(folder);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const files = await Promise.all(
    days.map(async ({ name, day }) => ({ day, lines: await readLines(join(folder, name)) })),
  );
  const entriesSince = (from: string) =>
    new Set(files.flatMap(({ day, lines }) => (day < from ? [] : lines)));
  const entries = entriesSince(first.day);
  const isOurs = acceptedMarks(secrets).some((mark) => entries.has(`mark ${mark}`));
  return isOurs ? { entries, entriesSince, from: first.day, to: last.day } : "foreign";
}

/** The first and the last day of the list in a folder; undefined when there is none. */
export async function findListedDays(
  folder: string,
): Promise<{ from: string; to: string } | undefined> {
  const days = await listDays(folder);
  const [first] = days;
  const last = days.at(-1);
  return first && last && { from: first.day, to: last.day };
}

async function listDays(folder: string): Promise<{ name: string; day: string }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const day = filePattern.exec(name)?.[1];
      return day === undefined ? [] : [{ name, day }];
    })
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
