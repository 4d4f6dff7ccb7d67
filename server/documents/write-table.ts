import { toCsv } from "./csv.ts";
import type { Table } from "./table.ts";
import { toXlsx } from "./xlsx.ts";

/** What tables can be exported as, in the order in which they are offered. */
export const tableFormats = ["xlsx", "csv"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The file of a table, in pieces. No program reads a cell of it as a formula. */
export async function* writeTable(format: TableFormat, table: Table): AsyncGenerator<Uint8Array> {
  if (format === "xlsx") yield* toXlsx(table);
  else for await (const piece of toCsv(table)) yield Buffer.from(piece);
}
