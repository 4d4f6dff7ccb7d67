import type { Cell, CellStyle, ColumnDef } from "hucre/xlsx";
import type { Rows, Table } from "./table.ts";

const sheetName = "Paraline";
const columnWidth = { min: 8, max: 90 };
const lineHeight = 15;
/** The highest row that a spreadsheet can have. */
const rowHeightMax = 409;

/** ISO/IEC 29500. In a table of more than one page the library cannot set the height of a row. */
export async function* toXlsx({ columns, pages }: Table): AsyncGenerator<Uint8Array> {
  const { writeXlsx, writeXlsxStream } = await import("hucre/xlsx");
  const reading = asGenerator(pages);
  const [first, second] = [await reading.next(), await reading.next()];
  const rows = (first.value ?? []).map(toCells);
  const freezePane = { rows: 1 };
  const definitions = columns.map((header, index): ColumnDef & { width: number } => {
    const cells = [header, ...rows.map((row) => row[index] ?? "")];
    return { header, width: measureWord(cells), style: cellStyle };
  });
  if (second.done) {
    const bold = columns.map((_, index) => [`0,${index}`, { style: headerStyle }] as const);
    const heights = rows.map(
      (row, index) => [index + 1, { height: calculateRowHeight(row, definitions) }] as const,
    );
    yield await writeXlsx({
      // The same content gives the same file.
      properties: { creator: "Paraline", created: new Date(0), modified: new Date(0) },
      sheets: [
        {
          name: sheetName,
          columns: definitions,
          rows: [[...columns], ...rows],
          cells: new Map<string, Partial<Cell>>(bold),
          rowDefs: new Map(heights.filter(([, { height }]) => height > lineHeight)),
          freezePane,
        },
      ],
    });
    return;
  }
  const all = async function* () {
    yield* rows;
    yield* second.value.map(toCells);
    for await (const page of reading) yield* page.map(toCells);
  };
  yield* writeXlsxStream(all(), { name: sheetName, columns: definitions, freezePane });
}

/** The format `@` keeps a cell a text when it is edited. Otherwise a spreadsheet would then read a formula in it. */
const cellStyle: CellStyle = { numFmt: "@", alignment: { wrapText: true, vertical: "top" } };
const headerStyle: CellStyle = { ...cellStyle, font: { name: "Calibri", size: 11, bold: true } };

async function* asGenerator(pages: Table["pages"]): AsyncGenerator<Rows, undefined> {
  yield* pages;
}

function toCells(row: readonly string[]): string[] {
  return row.map(asWritten);
}

/** Drops what XML cannot contain, and keeps a text such as `_x0041_`, which the format reads as a character's code. */
function asWritten(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, "")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
}

/** The width for the longest line of these cells, in digits of the standard font. */
function measureWord(cells: readonly string[]): number {
  const longest = cells.flatMap((text) => text.split("\n").map(countDigitWidths));
  const widest = longest.reduce((most, digits) => Math.max(most, digits), 0);
  return Math.min(columnWidth.max, Math.max(columnWidth.min, widest + 2));
}

function calculateRowHeight(row: readonly string[], columns: readonly { width: number }[]): number {
  const lines = row.map((text, index) => {
    const width = columns[index]?.width ?? columnWidth.max;
    return text
      .split("\n")
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(countDigitWidths(line) / (width - 2))), 0);
  });
  return Math.min(rowHeightMax, lineHeight * Math.max(1, ...lines));
}

function countDigitWidths(line: string): number {
  const wide = line.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu)?.length ?? 0;
  return line.length + wide;
}
