import { sql } from "kysely";
import type { Db, Tx } from "../tables.ts";
import type { CopiedTable } from "./copied-tables.ts";
import { readRows } from "./read-tables.ts";
import { RowDigest } from "./row-digest.ts";

/** How many rows one statement inserts. */
const rowsAtOnce = 500;
const charactersAtOnce = 1_000_000;

/**
 * Drops the foreign keys, so that tables can be loaded in any order. Both this and adding them again happen in the
 * transaction, so no other connection sees the tables without the keys. The role must own the tables.
 * @returns a function that adds the keys again and so checks every row
 */
export async function dropForeignKeys(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ owner: string; name: string; definition: string }>`
    select format('%I.%I', nspname, relname) as owner, format('%I', conname) as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_namespace on pg_namespace.oid = relnamespace
    where contype = 'f' and nspname in ('public', 'auth')`.execute(tx);
  for (const { owner, name } of rows) {
    await sql`alter table ${sql.raw(owner)} drop constraint ${sql.raw(name)}`.execute(tx);
  }
  return async () => {
    for (const { owner, name, definition } of rows) {
      await sql`
        alter table ${sql.raw(owner)} add constraint ${sql.raw(name)} ${sql.raw(definition)}`.execute(
        tx,
      );
    }
  };
}

/** Empties tables whose foreign keys have been dropped. */
export async function emptyTables(tx: Tx, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name } of tables) await sql`truncate ${sql.raw(name)}`.execute(tx);
}

/** The tables that have at least one row. */
export async function listFilledTables(db: Db, tables: readonly CopiedTable[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.raw(name)}) as found`.execute(db);
    if (rows[0]?.found) filled.push(name);
  }
  return filled;
}

/** Loads the rows of one table. It is given them one by one, and stores them in batches. */
export class TableLoader {
  readonly #tx: Tx;
  readonly #table: CopiedTable;
  #batch: string[] = [];
  #characters = 0;

  /** @param table has the columns of the rows, in the same order */
  constructor(tx: Tx, table: CopiedTable) {
    this.#tx = tx;
    this.#table = table;
  }

  /** @param row the values of the row, as {@link readRows} returns them */
  async add(row: string): Promise<void> {
    this.#batch.push(row);
    this.#characters += row.length;
    if (this.#batch.length >= rowsAtOnce || this.#characters >= charactersAtOnce) {
      await this.#insert();
    }
  }

  /** Stores the remaining rows, and sets the sequences that number new rows to go on after the highest number. */
  async finish(): Promise<void> {
    await this.#insert();
    const { name } = this.#table;
    for (const column of await this.#listNumbered()) {
      await sql`
        select setval(pg_get_serial_sequence(${name}::text, ${column}::text),
          coalesce(max(${sql.ref(column)}), 0) + 1, false)
        from ${sql.raw(name)}`.execute(this.#tx);
    }
  }

  /** The digest of the stored rows, which are read back for it. */
  async digest(): Promise<RowDigest> {
    const digest = new RowDigest();
    for await (const row of readRows(this.#tx, this.#table)) digest.add(row);
    return digest;
  }

  async #listNumbered(): Promise<string[]> {
    const { rows } = await sql<{ column: string }>`
      select attname as column from pg_attribute
      where attrelid = ${this.#table.name}::text::regclass and attnum > 0 and not attisdropped
        and pg_get_serial_sequence(${this.#table.name}::text, attname) is not null`.execute(
      this.#tx,
    );
    return rows.map(({ column }) => column);
  }

  async #insert(): Promise<void> {
    if (this.#batch.length === 0) return;
    const { name, columns } = this.#table;
    const names = sql.join(columns.map((column) => sql.ref(column.name)));
    const values = sql.join(
      columns.map(
        (column, index) => sql`(given.row ->> ${sql.lit(index)})::${sql.raw(column.type)}`,
      ),
    );
    await sql`
      insert into ${sql.raw(name)} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${`[${this.#batch.join()}]`}::jsonb) as given(row)`.execute(
      this.#tx,
    );
    this.#batch = [];
    this.#characters = 0;
  }
}
