import papaparse from "papaparse";
import type { Rows, Table } from "./table.ts";
import { toXlsx } from "./xlsx.ts";

/** What tables can be exported as, in the order in which they are offered. */
export const tableFormats = ["xlsx", "csv"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The file of a table, in pieces. No program reads a cell of it as a formula. */
export async function* writeTable(format: TableFormat, table: Table): AsyncGenerator<Uint8Array> {
  if (format === "xlsx") yield* toXlsx(table);
  else for await (const piece of toCsv(table)) yield Buffer.from(piece);
}

const byteOrderMark = "\uFEFF";

/** A table as CSV (RFC 4180), page by page, with a byte order mark, so that spreadsheets read it as UTF-8. */
export async function* toCsv({ columns, pages }: Table): AsyncGenerator<string> {
  yield `${byteOrderMark}${toLines([columns])}`;
  for await (const rows of pages) yield toLines(rows);
}

function toLines(rows: Rows): string {
  if (rows.length === 0) return "";
  const cells = rows.map((row) => row.map(withoutFormulas));
  return `${papaparse.unparse(cells, { newline: "\r\n" })}\r\n`;
}

/** Spreadsheets may also split a cell at semicolons, tabs and line breaks, where quotation marks do not protect it. */
function withoutFormulas(text: string): string {
  return text.replace(/((?:^|[;\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'");
}
