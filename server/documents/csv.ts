import papaparse from "papaparse";

/**
 * Rows as CSV (RFC 4180) for spreadsheets: with a byte order mark, so that they read it as UTF-8, and with an
 * apostrophe before every cell they would read as a formula, including multi-line cells.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => [...row]);
  return `\uFEFF${papaparse.unparse(cells, { escapeFormulae: /^[\s]*[=+\-@＝＋－＠\t\r\n]/, newline: "\r\n" })}\r\n`;
}
