import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createDurableFiles } from "#server/db/embedded/durable-files.ts";

/**
 * Creates one empty embedded database for the `embedded` project, because that takes ten times as long as copying it.
 * The tests find it in TEST_EMPTY_DATABASE: its files in the folder `files`, and all of them in `files.tar`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "paraline-empty-"));
  const pglite = await PGlite.create({ fs: createDurableFiles(join(folder, "files"), () => {}) });
  const tar = await pglite.dumpDataDir("none");
  await pglite.close();
  await writeFile(join(folder, "files.tar"), tar.stream());
  process.env.TEST_EMPTY_DATABASE = folder;
  return () => rm(folder, { recursive: true, force: true });
}
