import type { Db } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { type ErasedKind, isInErasureList } from "./note-erasures.ts";

const batchSize = 5000;
const lowestId = "00000000-0000-0000-0000-000000000000";

/** The ids in a table that a list of erasures has under the given kind. */
export async function findListed(
  { db, secrets, entries }: { db: Db; secrets: Secrets; entries: ReadonlySet<string> },
  kind: ErasedKind,
  table: "auth.users" | "circles" | "invites" | "feedback" | "sealed_answers",
): Promise<string[]> {
  const found: string[] = [];
  let last = lowestId;
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    for (const { id } of rows) if (isInErasureList(entries, secrets, kind, id)) found.push(id);
    const end = rows.at(-1);
    if (end === undefined || rows.length < batchSize) return found;
    last = end.id;
  }
}
