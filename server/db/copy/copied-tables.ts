import { sql } from "kysely";
import type { Db } from "../tables.ts";

/**
 * The tables that a copy leaves out, with the reasons. Every other table of the schemas `public` and `auth` is copied,
 * so a new one need not be mentioned here. Of the queue's schema, only unfinished jobs are copied
 * (server/jobs/copied-jobs.ts).
 */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  "public.kysely_migration": "the migrations themselves fill it",
  "public.kysely_migration_lock": "the migrations themselves fill it",
  "public.database_state": "says what one database is",
  "public.disk_cleanups": "about the files of one database",
  "public.erasure_notes": "added to erasure_days within a minute, and before a move",
};

/** A table to copy, with its name as SQL writes it and the columns that can be written. */
export interface CopiedTable {
  name: string;
  columns: { name: string; type: string }[];
  /** The order in which rows are copied: not the order on the disk, which shows the order in which things happened. */
  key: string[];
}

/** Every table to copy, as this database has it, in order of name. */
export async function listCopiedTables(db: Db): Promise<CopiedTable[]> {
  const { rows } = await sql<CopiedTable & { full_name: string }>`
    select nspname || '.' || relname as full_name, format('%I.%I', nspname, relname) as name,
      (
        select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      coalesce((
        select jsonb_agg(attname order by array_position(conkey, attnum))
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where conrelid = tables.oid and contype = 'p'
      ), '[]') as key
    from pg_class as tables join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'auth') and relkind in ('r', 'p') and not relispartition
    order by nspname collate "C", relname collate "C"`.execute(db);
  return rows
    .filter(({ full_name }) => tablesLeftOut[full_name] === undefined)
    .map(({ name, columns, key }) => ({ name, columns, key }));
}
