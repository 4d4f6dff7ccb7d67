import { type PGlite, protocol, type Results, types } from "@electric-sql/pglite";

const { DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } = protocol.messages;
const { serialize } = protocol;

interface PreparedStatement {
  parameterTypes: readonly number[];
  fields: Results["fields"];
}

/** Statements are kept as long as the database process that prepared them. */
const prepared = new WeakMap<PGlite, Map<string, PreparedStatement>>();

/**
 * Runs a statement that each PGlite parses and plans only once: most of a small statement's time is planning, and
 * PGlite's own `query` plans it every time. The caller must hold the one connection, in a transaction or not.
 * @throws the database's error
 */
export async function queryPrepared<Row>(
  pglite: PGlite,
  name: string,
  text: string,
  parameters: readonly unknown[],
): Promise<Results<Row>> {
  const statement = await prepare(pglite, name, text);
  const values = parameters.map((value, place) =>
    toText(pglite, value, statement.parameterTypes[place]),
  );
  const messages = await ask(pglite, [
    serialize.bind({ statement: name, values }),
    serialize.execute({}),
  ]);
  const rows = messages
    .filter((message) => message instanceof DataRowMessage)
    .map(({ fields: texts }) => toRow(pglite, statement.fields, texts) as Row);
  return { rows, fields: statement.fields, affectedRows: rows.length };
}

async function prepare(pglite: PGlite, name: string, text: string): Promise<PreparedStatement> {
  const statements = prepared.get(pglite) ?? new Map<string, PreparedStatement>();
  prepared.set(pglite, statements);
  const known = statements.get(name);
  if (known) return known;
  const messages = await ask(pglite, [
    serialize.parse({ name, text }),
    serialize.describe({ type: "S", name }),
  ]);
  const described = messages.find((message) => message instanceof ParameterDescriptionMessage);
  const returned = messages.find((message) => message instanceof RowDescriptionMessage);
  const statement: PreparedStatement = {
    parameterTypes: described?.dataTypeIDs ?? [],
    fields:
      returned?.fields.map((field) => ({ name: field.name, dataTypeID: field.dataTypeID })) ?? [],
  };
  statements.set(name, statement);
  return statement;
}

/**
 * Sends messages, each of which is answered in turn. The last one ends whatever failed before it and, outside a
 * transaction, commits.
 */
async function ask(pglite: PGlite, questions: readonly Uint8Array[]) {
  const { messages } = await pglite.execProtocol(
    Buffer.concat([...questions, serialize.sync()]),
    // A commit has synced its files when it returns; there is nothing left for this to flush.
    { syncToFs: false },
  );
  return messages;
}

/** Converts a value by the parameter's type, as PGlite's `query` does, so that a Date and JSON are understood. */
function toText(pglite: PGlite, value: unknown, type: number | undefined): string | null {
  if (value === null || value === undefined) return null;
  const serializer = type === undefined ? undefined : pglite.serializers[type];
  return serializer ? serializer(value) : String(value);
}

function toRow(pglite: PGlite, fields: Results["fields"], texts: readonly (string | null)[]) {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, place) => [
      name,
      types.parseType(texts[place] ?? null, dataTypeID, pglite.parsers),
    ]),
  );
}
