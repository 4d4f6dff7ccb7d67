import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "#server/db/tables.ts";

/* What tests read and write in the database directly: the rows of one table that have certain values. */

type Row<T extends keyof Tables> = Selectable<Tables[T]>;

function conditions(values: object) {
  const equal = Object.entries(values).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join([sql`true`, ...equal], sql` and `);
}

/** All their columns, or some. */
export async function readRows<T extends keyof Tables, C extends keyof Row<T> & string>(
  db: Db,
  table: T,
  having: Partial<Row<T>> = {},
  columns?: readonly C[],
): Promise<Pick<Row<T>, C>[]> {
  const selected = columns ? sql.join(columns.map((column) => sql.ref(column))) : sql`*`;
  const query = sql<Pick<Row<T>, C>>`
    select ${selected} from ${sql.table(table)} where ${conditions(having)}`;
  return (await query.execute(db)).rows;
}

/** The first of them; throws if there is none. */
export async function readRow<T extends keyof Tables, C extends keyof Row<T> & string>(
  ...[db, table, having, columns]: Parameters<typeof readRows<T, C>>
): Promise<Pick<Row<T>, C>> {
  const [row] = await readRows(db, table, having, columns);
  if (row === undefined) throw new Error(`There is no such row in ${table}.`);
  return row;
}

export async function insertRow<T extends keyof Tables>(
  db: Db,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<void> {
  await db.insertInto(table).values(row).execute();
}

export async function changeRows<T extends keyof Tables>(
  db: Db,
  table: T,
  having: Partial<Row<T>>,
  changes: Updateable<Tables[T]>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${conditions(having)}`.execute(db);
}
