import { findDatabaseState } from "./database-state.ts";
import type { Db } from "./tables.ts";

/** Records that a complete backup of this database has been stored. */
export async function recordBackup(db: Db, madeAt: Date): Promise<void> {
  await db.updateTable("database_state").set({ backed_up_at: madeAt }).execute();
}

/** When the last backup was made; undefined if there has been none. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  return (await findDatabaseState(db))?.backed_up_at ?? undefined;
}
