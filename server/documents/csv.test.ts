import { text } from "node:stream/consumers";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import type { Rows } from "./table.ts";
import { toCsv } from "./write-table.ts";

/** Cells as people type and paste them, often with characters that are special in a file or a spreadsheet. */
const cell = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...",;'\"\t\r\n \u00A0\uFEFF=+-@＝＋－＠"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
});

async function write(...pages: Rows[]): Promise<string> {
  const [columns = [], ...others] = pages.flat();
  return text(toCsv({ columns, pages: [others] }));
}

const read = (csv: string, delimiter: string) =>
  Papa.parse<string[]>(csv.slice(1), { delimiter, newline: "\r\n" }).data;

it("every table reads back as it was, except for the apostrophes before what would be a formula", async () => {
  // A row of one empty cell is an empty line, which tests nothing about cells.
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const cells = read((await write(rows)).slice(0, -2), ",");
      const plain = (text: string) => text.replace(/'(?=[=+\-@＝＋－＠])/g, "");
      expect(cells.map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)));
    }),
  );
});

const formula = /^[\s"]*[=+\-@＝＋－＠]/;

it("no cell is a formula, wherever a spreadsheet splits the file", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (rows) => {
      const csv = await write(rows);
      for (const delimiter of [",", ";", "\t"]) {
        expect(read(csv, delimiter).flat()).not.toContainEqual(expect.stringMatching(formula));
      }
      // A program that does not know quotation marks ends a line at every line break.
      expect(csv.slice(1).split(/[;\t\r\n]/)).not.toContainEqual(expect.stringMatching(formula));
    }),
  );
});

it.each([
  ["=1", "'=1"],
  ["＝1", "'＝1"],
  ["+1", "'+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  [" \t=1", " \t'=1"],
  ["=1\nand more", "'=1\nand more"],
  ["nice;=1+2;bye", "nice;'=1+2;bye"],
  ["nice\n=1+3", "nice\n'=1+3"],
  ["nice\r\n-1+3", "nice\r\n'-1+3"],
  ["Ann;=1+1;x", "Ann;'=1+1;x"],
  ["nice\t=1+4", "nice\t'=1+4"],
  ['nice; "=1+4&"', 'nice; "\'=1+4&"'],
  ["a=1, b-2; c@example.com", "a=1, b-2; c@example.com"],
])("%j is written as %j", async (cell, written) => {
  expect(read(await write([[cell, "x"]]), ",")[0]?.[0]).toBe(written);
});

it("a file begins with the mark by which spreadsheets know UTF-8", async () => {
  expect(await write([["ä"]])).toBe("\uFEFFä\r\n");
});
