import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/tables.ts";

/**
 * The id by which this server recognizes what it has created at a provider: random, and made once for each database.
 */
export async function loadServerId(db: Db): Promise<string> {
  await db
    .insertInto("billing_server")
    .values({ id: randomUUID() })
    .onConflict((conflict) => conflict.column("is_only").doNothing())
    .execute();
  const { id } = await db.selectFrom("billing_server").select("id").executeTakeFirstOrThrow();
  return id;
}
