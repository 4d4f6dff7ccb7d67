import type { Db } from "./tables.ts";

/** Records that a complete backup of this database is on a disk. */
export async function recordBackup(db: Db, madeAt: Date): Promise<void> {
  await db
    .insertInto("last_backup")
    .values({ is_only: true, made_at: madeAt })
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ made_at: madeAt }))
    .execute();
}

/** When the last one was made; undefined: never. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const found = await db.selectFrom("last_backup").select("made_at").executeTakeFirst();
  return found?.made_at;
}
