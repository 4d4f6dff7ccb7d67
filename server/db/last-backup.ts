import type { Db } from "./tables.ts";

/** Records that a complete backup of this database has been stored. */
export async function recordBackup(db: Db, madeAt: Date): Promise<void> {
  await db
    .insertInto("last_backup")
    .values({ is_only: true, made_at: madeAt })
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ made_at: madeAt }))
    .execute();
}

/** When the last backup was made; undefined if there has been none. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const found = await db.selectFrom("last_backup").select("made_at").executeTakeFirst();
  return found?.made_at;
}
