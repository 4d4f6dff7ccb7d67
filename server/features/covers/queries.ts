import { sql } from "kysely";
import { coverPath, parseCoverPath } from "#contract/covers.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";

export interface StoredCover {
  user_id: string;
  file_name: string;
}

/** Leaves out the upload `except`. Deletes the records of older uploads. */
export async function countUploads(tx: Tx, owner: OwnerId, since: Date, except?: string) {
  await tx
    .deleteFrom("cover_uploads")
    .where("user_id", "=", owner)
    .where("created_at", "<", since)
    .execute();
  return tx
    .selectFrom("cover_uploads")
    .where("user_id", "=", owner)
    .$if(except !== undefined, (query) => query.where("id", "<>", except ?? ""))
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

/** Records a cover before it is stored; false if the owner has one with that name, or one is being removed. */
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

export async function isStoredCover(db: Db, { user_id, file_name }: StoredCover): Promise<boolean> {
  const found = await db
    .selectFrom("covers")
    .where("user_id", "=", user_id)
    .where("file_name", "=", file_name)
    .where("removed_at", "is", null)
    .select("file_name")
    .executeTakeFirst();
  return found !== undefined;
}

/** False if the owner has none with that name. Its time is renewed, so that a concurrent cleanup does not remove it. */
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
 * False if a circle refers to it, or there is none. Its row is locked first, so that a circle that claims it at the
 * same time is seen or finds it gone. The row stays until the file is gone.
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

export async function listUsedCovers(
  db: Db,
  limit: number,
  among?: readonly StoredCover[],
): Promise<StoredCover[]> {
  const addresses = among?.map(({ user_id, file_name }) => coverPath(user_id, file_name));
  const rows = await db
    .selectFrom("circles")
    .where("cover_image_url", "is not", null)
    .$if(addresses !== undefined, (query) =>
      query.where("cover_image_url", "=", sql<string>`any(${addresses}::text[])`),
    )
    .select("cover_image_url")
    .distinct()
    .orderBy("cover_image_url")
    .limit(limit)
    .execute();
  return rows.flatMap(({ cover_image_url }) => {
    const cover = parseCoverPath(cover_image_url ?? "");
    return cover ? [{ user_id: cover.owner_id, file_name: cover.file_name }] : [];
  });
}

export async function deleteRemovedCover(db: Db, cover: StoredCover): Promise<void> {
  await db
    .deleteFrom("covers")
    .where("user_id", "=", cover.user_id)
    .where("file_name", "=", cover.file_name)
    .where("removed_at", "is not", null)
    .execute();
}

export async function listRemovedCovers(db: Db, before: Date, limit: number) {
  return db
    .selectFrom("covers")
    .where("removed_at", "<", before)
    .orderBy("removed_at")
    .limit(limit)
    .select(["user_id", "file_name"])
    .execute();
}

/** Called in the transaction in which a circle stops referring to the cover. */
export async function markCoverUnsettled(tx: Tx, owner: OwnerId, fileName: string): Promise<void> {
  await tx
    .updateTable("covers")
    .set({ is_settled: false })
    .where("user_id", "=", owner)
    .where("file_name", "=", fileName)
    .execute();
}

/** Returns those that no circle refers to, which are marked as removed; the others are marked as settled. */
export async function markUnusedCoversRemoved(
  tx: Tx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<{ looked_at: number; removed: StoredCover[] }> {
  const covers = await tx
    .selectFrom("covers")
    .where(sql<boolean>`not is_settled`)
    .where("removed_at", "is", null)
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(limit)
    .select(["user_id", "file_name"])
    .forUpdate()
    .execute();
  if (covers.length === 0) return { looked_at: 0, removed: [] };
  const { rows: removed } = await sql<StoredCover>`
    update covers set removed_at = ${now} from ${createRows(covers)}
    where covers.user_id = looked_at.user_id and covers.file_name = looked_at.file_name
      and not exists (select from circles where circles.cover_image_url = looked_at.address)
    returning covers.user_id, covers.file_name`.execute(tx);
  await sql`
    update covers set is_settled = true from ${createRows(covers)}
    where covers.user_id = looked_at.user_id and covers.file_name = looked_at.file_name
      and covers.removed_at is null`.execute(tx);
  return { looked_at: covers.length, removed };
}

function createRows(covers: readonly StoredCover[]) {
  const rows = covers.map((cover) => ({
    ...cover,
    address: coverPath(cover.user_id, cover.file_name),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as looked_at (user_id uuid, file_name text, address text)`;
}
