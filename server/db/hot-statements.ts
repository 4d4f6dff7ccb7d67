import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Db, Tables } from "./tables.ts";

const namesByText = new Map<string, string>();

/**
 * The name under which a server should keep a statement with this text; undefined unless {@link defineHotStatement}
 * made it.
 */
export function hotStatementName(text: string): string | undefined {
  return namesByText.get(text);
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A statement that runs so often that it is compiled once, and planned once per server connection.
 *
 * `build` writes the query, with Kysely's builder or as `sql`, and with `param("name")` wherever a value of
 * `Params` belongs; it is called once, so it must not branch on values. The returned function runs on any handle,
 * inside or outside a transaction.
 * @param name unique among the hot statements
 */
export function defineHotStatement<Params extends Record<string, unknown>, Row>(
  name: string,
  build: (
    db: Db,
    param: <Name extends keyof Params & string>(name: Name) => Params[Name],
  ) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, params: Params) => Promise<Row[]> {
  const places = new Map<unknown, keyof Params & string>();
  const query: CompiledQuery<Row> = build(compiler, (paramName) => {
    const place = Symbol(paramName);
    places.set(place, paramName);
    // The mark is only compared by identity below, so the builder may take it for a value.
    return place as unknown as Params[typeof paramName];
  }).compile(compiler);

  const other = namesByText.get(query.sql);
  if (other !== undefined && other !== name) {
    throw new Error(`The hot statements ${other} and ${name} are the same statement.`);
  }
  namesByText.set(query.sql, name);

  return async (db, params) => {
    const parameters = query.parameters.map((value) => {
      const place = places.get(value);
      return place === undefined ? value : params[place];
    });
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
