import { type NotNull, sql } from "kysely";
import { coverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/**
 * What an owner has uploaded since an instant, and how many bytes of it and of copies are kept; `but` leaves one out.
 * Forgets what is older.
 */
export async function countUploads(
  tx: Tx,
  owner: OwnerId,
  since: Date,
  but?: string,
): Promise<{ uploads: number; bytes: number }> {
  await tx
    .deleteFrom("cover_uploads")
    .where("user_id", "=", owner)
    .where("created_at", "<", since)
    .execute();
  return tx
    .selectFrom("cover_uploads")
    .where("user_id", "=", owner)
    .$if(but !== undefined, (query) => query.where("id", "<>", but ?? ""))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("is_copy", "=", false).as("uploads"),
      fn.coalesce(fn.sum<number>("bytes"), sql.lit(0)).as("bytes"),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertUpload(
  tx: Tx,
  upload: { id: string; user_id: OwnerId; bytes: number; is_copy: boolean; created_at: Date },
): Promise<void> {
  await tx.insertInto("cover_uploads").values(upload).execute();
}

export async function setUploadBytes(tx: Tx, id: string, bytes: number): Promise<void> {
  await tx.updateTable("cover_uploads").set({ bytes }).where("id", "=", id).execute();
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom("cover_uploads").where("id", "=", id).execute();
}

/** Records a cover before it is stored; false when the owner has one of that name, or one is being removed. */
export async function recordCover(
  db: Db,
  owner: OwnerId,
  fileName: string,
  now: Date,
): Promise<boolean> {
  const recorded = await db
    .insertInto("covers")
    .values({ user_id: owner, file_name: fileName, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "file_name"]).doNothing())
    .returning("file_name")
    .executeTakeFirst();
  return recorded !== undefined;
}

/**
 * Claims one of the owner's covers for a circle that is about to refer to it; false when the owner has none of
 * that name. Its time is renewed, so that a concurrent cleanup spares it.
 */
export async function claimCover(
  tx: Tx,
  owner: OwnerId,
  fileName: string,
  now: Date,
): Promise<boolean> {
  const taken = await tx
    .updateTable("covers")
    .set({ created_at: now })
    .where("user_id", "=", owner)
    .where("file_name", "=", fileName)
    .where("removed_at", "is", null)
    .returning("file_name")
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Marks one of the owner's covers as removed if no circle refers to it; false when one does, or there is none. Its
 * row is locked first, so that a circle that claims it at the same time is seen, or finds it gone. The row stays until
 * the file is gone.
 */
export async function markRemovedIfUnused(
  tx: Tx,
  owner: OwnerId,
  fileName: string,
  now: Date,
): Promise<boolean> {
  await tx
    .selectFrom("covers")
    .where("user_id", "=", owner)
    .where("file_name", "=", fileName)
    .select("file_name")
    .forUpdate()
    .execute();
  const used = await tx
    .selectFrom("circles")
    .where("cover_image_url", "=", coverPath(owner, fileName))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined) return false;
  const marked = await tx
    .updateTable("covers")
    .set({ removed_at: now })
    .where("user_id", "=", owner)
    .where("file_name", "=", fileName)
    .returning("file_name")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Marks the covers older than an instant that no circle refers to as removed. */
export async function markUnusedRemoved(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .updateTable("covers")
    .set({ removed_at: now })
    .where("removed_at", "is", null)
    .where("created_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("circles")
            .where(
              "circles.cover_image_url",
              "=",
              sql<string>`${coverPath("", "").slice(0, -1)} || covers.user_id::text || '/' || covers.file_name`,
            )
            .select("circles.id"),
        ),
      ),
    )
    .execute();
}

/** Covers that were marked as removed and whose files may still be there. */
export async function listRemovedCovers(
  db: Db,
): Promise<{ user_id: string; file_name: string; removed_at: Date }[]> {
  return db
    .selectFrom("covers")
    .where("removed_at", "is not", null)
    .select(["user_id", "file_name", "removed_at"])
    .$narrowType<{ removed_at: NotNull }>()
    .execute();
}

/** Forgets a removed cover, whose file is gone. */
export async function deleteRemovedCover(
  db: Db,
  { user_id, file_name }: { user_id: string; file_name: string },
): Promise<void> {
  await db
    .deleteFrom("covers")
    .where("user_id", "=", user_id)
    .where("file_name", "=", file_name)
    .where("removed_at", "is not", null)
    .execute();
}
