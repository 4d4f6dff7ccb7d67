import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { toCsv } from "./csv.ts";

/** Cells as people type and paste them, often with characters that are special in a file or a spreadsheet. */
const cell = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...",;'\"\t\r\n \u00A0\uFEFF=+-@＝＋－＠"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
});

it("every table reads back as it was, except for the apostrophe before what would be a formula", () => {
  // A row of one empty cell is an empty line, which tests nothing about cells.
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 });
  fc.assert(
    fc.property(table, (rows) => {
      const { data } = Papa.parse<string[]>(toCsv(rows).slice(1, -2), {
        delimiter: ",",
        newline: "\r\n",
      });
      expect(data).toEqual(
        rows.map((row) => row.map((text) => (wouldBeFormula(text) ? `'${text}` : text))),
      );
    }),
  );
});

function wouldBeFormula(text: string): boolean {
  const start = text.trimStart();
  const space = text.slice(0, text.length - start.length);
  return /^[=+\-@＝＋－＠]/.test(start) || /[\t\r\n]/.test(space);
}

it.each(["=1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "=1\nand more"])(
  "%j is not a formula",
  (cell) => {
    const { data } = Papa.parse<string[]>(toCsv([[cell, "x"]]).slice(1), {
      delimiter: ",",
      newline: "\r\n",
    });
    expect(data[0]?.[0]).toBe(`'${cell}`);
  },
);

it("begins with the mark by which spreadsheets know UTF-8", () => {
  expect(toCsv([["ä"]])).toBe("\uFEFFä\r\n");
});
