import { CompiledQuery } from "kysely";
import type { Db } from "./tables.ts";

/** Lets a library that expects a `pg` client run its statements through `db`, on either kind of database. */
export function createQueryClient(db: Db) {
  return {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}
