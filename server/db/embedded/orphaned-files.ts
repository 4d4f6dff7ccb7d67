import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/** The file of a table or an index: its number, the kind of data, and the number of the part. */
const relationFile = /^(\d+)(?:_(?:fsm|vm|init))?(?:\.\d+)?$/;

/**
 * Removes the files left by a process that was killed while it rewrote a table or sorted rows. PostgreSQL forgets them,
 * so they would keep data that is later deleted from the tables.
 *
 * The database must have been recovered, and nothing may use it until this resolves: a table created between the
 * listing of the folders and the removal would lose its file.
 * @param directory where the files of `pglite` are
 */
export async function removeOrphanedFiles(pglite: PGlite, directory: string): Promise<void> {
  const listed = await listRelationFiles(pglite, directory);
  const { rows } = await pglite.query<{ path: string }>(`
    select pg_relation_filepath(oid) as path from pg_class where pg_relation_filepath(oid) is not null`);
  const known = new Set(rows.map(({ path }) => path));
  const orphans = listed.filter(({ relation }) => !known.has(relation));
  if (orphans.length > 0) {
    // Neither the log nor unwritten pages may refer to a file that is gone.
    await pglite.exec("checkpoint");
    for (const { file } of orphans) await rm(join(directory, file), { force: true });
  }
  await rm(join(directory, "base", "pgsql_tmp"), { recursive: true, force: true });
}

/** The files of the open database and those that all databases share. Nothing is stored in other databases. */
async function listRelationFiles(
  pglite: PGlite,
  directory: string,
): Promise<{ file: string; relation: string }[]> {
  const { rows } = await pglite.query<{ oid: string }>(
    "select oid::text from pg_database where datname = current_database()",
  );
  const folders = [...rows.map(({ oid }) => `base/${oid}`), "global"];
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(directory, folder))).flatMap((name) => {
        const number = relationFile.exec(name)?.[1];
        return number === undefined
          ? []
          : [{ file: `${folder}/${name}`, relation: `${folder}/${number}` }];
      }),
    ),
  );
  return lists.flat();
}
