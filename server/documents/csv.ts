import papaparse from "papaparse";

const byteOrderMark = "\uFEFF";

/**
 * Rows as CSV (RFC 4180) for spreadsheets: with a byte order mark, so that they read it as UTF-8, and with an
 * apostrophe before every cell that they would read as a formula, including cells with several lines.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${toLines(rows)}`;
}

/** The same, piece by piece, with one page of rows in memory at a time. */
export async function* csvInPieces(
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield toCsv([columns]);
  for await (const rows of pages) yield toLines(rows);
}

function toLines(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map((row) => [...row]);
  return `${papaparse.unparse(cells, { escapeFormulae: /^[\s]*[=+\-@＝＋－＠\t\r\n]/, newline: "\r\n" })}\r\n`;
}
