import { buffer } from "node:stream/consumers";
import { readXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { readArchive } from "#server/testing/files/read-archive.ts";
import type { Table } from "./table.ts";
import { toXlsx } from "./xlsx.ts";

async function write(pages: Table["pages"]) {
  const columns = ["First name", "Answer"];
  const file = await buffer(toXlsx({ columns, pages }));
  const parts = await readArchive(new Response(file));
  const { sheets } = await readXlsx(file);
  return {
    rows: sheets[0]?.rows,
    text: [...parts.values()].join("\n"),
    sheet: String(parts.get("xl/worksheets/sheet1.xml")),
    styles: String(parts.get("xl/styles.xml")),
  };
}

it.each([1, 2])("every cell is a text, as it was written, on %i pages", async (count) => {
  const rows = [
    ["=1+1", "nice;=1+2;bye"],
    ["007", "2026-11-02"],
    [" 1e5 ", "TRUE"],
    ["<b>&amp;", "two\nlines\tand a tab"],
    ["", "日本語 🎉 مرحبا"],
  ];
  const pages = count === 1 ? [rows] : [rows.slice(0, 2), rows.slice(2)];
  const { rows: read, sheet } = await write(pages);
  expect(read).toEqual([["First name", "Answer"], ...rows]);
  const cells = sheet.match(/<c [^>]*>/g) ?? [];
  expect(cells).toHaveLength(12);
  for (const cell of cells) expect(cell).toMatch(/t="(?:s|inlineStr)"/);
  expect(sheet).not.toMatch(/<f[ >]/);
  expect(sheet).toMatch(/<pane ySplit="1"[^>]*state="frozen"/);
});

it("what XML cannot contain is dropped, and what looks like its code for a character stays", async () => {
  const { text } = await write([[["a\u0000b\u000Bc\uFFFF", "_x0041_ one\r\ntwo\rthree"]]]);
  expect(text).toContain(">abc<");
  expect(text).toContain("_x005F_x0041_ one\ntwo\nthree");
});

it("the header is bold, long cells are wrapped, and each column and row has room for its cells", async () => {
  const answer = `Short.\n${"A long answer. ".repeat(40)}`;
  const { sheet, styles } = await write([[["Ana Luísa Lima", answer]]]);
  expect(sheet).toMatch(/<col min="1" max="1" width="16"/);
  expect(sheet).toMatch(/<col min="2" max="2" width="90"/);
  // The short line, and 600 characters in lines of 88.
  expect(sheet).toMatch(/<row r="2" ht="120"/);
  const formats =
    styles.match(/<cellXfs[\s\S]*<\/cellXfs>/)?.[0].match(/<xf [^>]*[^/]>.*?<\/xf>/g) ?? [];
  const readCellFormat = (cell: string) => {
    const [, style] = new RegExp(`r="${cell}"[^>]* s="(\\d+)"`).exec(sheet) ?? [];
    return String(formats[Number(style) - 1]);
  };
  const readCellFont = (cell: string) =>
    styles.match(/<font>[\s\S]*?<\/font>/g)?.[
      Number(/fontId="(\d+)"/.exec(readCellFormat(cell))?.[1])
    ];
  expect(readCellFont("A1")).toContain("<b/>");
  expect(readCellFont("A2")).not.toContain("<b/>");
  for (const cell of ["A1", "B2"]) {
    expect(readCellFormat(cell)).toContain('wrapText="true"');
    const [, id] = /numFmtId="(\d+)"/.exec(readCellFormat(cell)) ?? [];
    expect(styles).toContain(`<numFmt numFmtId="${id}" formatCode="@"/>`);
  }
});

it("a table without rows has its header, and the same table gives the same file", async () => {
  const empty = await write([]);
  expect(empty.rows).toEqual([["First name", "Answer"]]);
  expect(await write([[]])).toEqual(empty);
});
