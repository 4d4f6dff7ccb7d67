import { openAsBlob } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";

/** Where the suite's setup has put the files of an empty embedded database. */
function givenFolder(): string {
  const folder = process.env.TEST_EMPTY_DATABASE;
  if (!folder) throw new Error("TEST_EMPTY_DATABASE is missing: the suite's setup provides it.");
  return folder;
}

/** Puts an empty database where `openEmbedded` opens one, because creating it there takes ten times as long. */
export async function copyEmptyDatabase(dataFolder: string): Promise<void> {
  await copyEmptyFiles(join(dataFolder, "database", "files"));
}

/** Copies the files of an empty embedded database. */
export async function copyEmptyFiles(directory: string): Promise<void> {
  await cp(join(givenFolder(), "files"), directory, { recursive: true });
}

/** The files of an empty embedded database, for one in memory. */
export function readEmptyDatabase(): Promise<Blob> {
  return openAsBlob(join(givenFolder(), "files.tar"));
}
