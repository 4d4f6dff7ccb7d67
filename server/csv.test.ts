import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { toCsv } from "./csv.ts";

it("every table reads back as it was, but for the apostrophe before what would be a formula", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 }),
      (rows) => {
        const { data } = Papa.parse<string[]>(toCsv(rows).slice(1, -2), {
          delimiter: ",",
          newline: "\r\n",
        });
        const plain = data.map((row) =>
          row.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r\n])/, "")),
        );
        expect(plain).toEqual(
          rows.map((row) => row.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r\n])/, ""))),
        );
      },
    ),
  );
});

it.each(["=1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "=1\nand more"])(
  "%j is no formula",
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
