import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, it } from "vitest";
import { toMarkdown } from "./markdown.ts";
import { createPdf, type PdfSheet } from "./pdf.ts";

const now = new Date("2026-11-02T09:00:00Z");

async function open(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf);
  return { pages: text, info: (await getMeta(pdf)).info };
}

describe("a document on paper", () => {
  it("has a title, a language, numbered pages, and every word on some page", async () => {
    const sheet = await createPdf({ title: "My plan", footerText: "The bakery", now });
    sheet.title("Pause / No-Go", "My next step");
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`);
    sheet.writing("Why not now", words.join(" "));
    sheet.facts([{ name: "Average fit", value: "4.2/5" }]);
    const { pages, info } = await open(await sheet.finish());
    expect(info).toMatchObject({ Title: "My plan", Language: "en", Creator: "Paraline" });
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`The bakery Page ${index + 1} of ${pages.length}`);
    }
    const found = pages.join("\n").match(/word\d+/g);
    expect(found).toEqual(words);
  });

  it("has bookmarks, and metadata that stays readable whatever its title", async () => {
    const sheet = await createPdf({ title: "A & <b>", author: "M & Co", footerText: "A", now });
    sheet.title("A", "Book");
    sheet.part("First part");
    sheet.heading("One\nheading");
    sheet.dotPlot(
      { counts: [0, 0, 1, 30, 19], mean: 4.36, low: "Poor fit", high: "Great fit" },
      "4.4 of 5",
    );
    sheet.scale("How well?", 4);
    const bytes = await sheet.finish();
    const xml = Buffer.from(bytes)
      .toString("utf8")
      .match(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/)?.[0];
    expect(xml).toContain("A &amp; &lt;b&gt;");
    expect(xml).toContain("M &amp; Co");
    const { info, pages } = await open(bytes);
    expect(info).toMatchObject({ Title: "A & <b>", Author: "M & Co" });
    const [part] = (await (await getDocumentProxy(new Uint8Array(bytes))).getOutline()) ?? [];
    expect(part).toMatchObject({ title: "First part", items: [{ title: "One heading" }] });
    expect(pages[1]).toContain("4.4 of 5");
    expect(pages[1]).toContain("4 of 5");
  });

  it.each<[string, string, (sheet: PdfSheet) => void]>([
    [
      "a plot",
      "4.4 of 5",
      (sheet) =>
        sheet.dotPlot({ counts: [0, 0, 1, 30, 19], mean: 4.36, low: "", high: "" }, "4.4 of 5"),
    ],
    [
      "bars",
      "Third: 3",
      (sheet) =>
        sheet.bars(["First: 1", "Second: 2", "Third: 3"].map((text) => ({ text, share: 0.5 }))),
    ],
    ["a scale", "4 of 5", (sheet) => sheet.scale("How well?", 4)],
    [
      "a long answer",
      "begins",
      (sheet) => sheet.writing("Ana", `begins ${"and goes on ".repeat(60)}`),
    ],
  ])("keeps a heading and the lead below it on the same page as %s", async (_, words, write) => {
    const sheet = await createPdf({ title: "Book", footerText: "Book", now });
    const filled = Array.from({ length: 20 }, (_, index) => 14 + index);
    for (const lines of filled) {
      sheet.part(`Part ${lines}`);
      sheet.writing("Above", Array.from({ length: lines }, () => "line").join("\n"));
      sheet.heading(`Heading ${lines}`);
      sheet.lead("To “How well?”");
      write(sheet);
    }
    const { pages } = await open(await sheet.finish());
    const pageOf = (text: string) => pages.findIndex((page) => page.includes(text));
    for (const lines of filled) {
      const page = pages[pageOf(`Heading ${lines}`)];
      expect(page).toContain("To “How well?”");
      expect(page).toContain(words);
    }
    const turned = filled.filter((lines) => pageOf(`Heading ${lines}`) > pageOf(`Part ${lines}`));
    expect(turned.length).toBeGreaterThan(0);
    expect(turned.length).toBeLessThan(filled.length);
  });

  it("can be read in any script", async () => {
    const lines = [
      "Zażółć gęślą jaźń, ﬁne – “quoted”…",
      "Привет, мир",
      "Καλημέρα κόσμε",
      "Tiếng Việt",
      "日本語のテキスト",
      "한국어 텍스트",
      "สวัสดีชาวโลก",
      "Well done 🎉",
    ];
    const sheet = await createPdf({ title: "Scripts", footerText: "Scripts", now });
    sheet.writing("Scripts", `${lines.join("\n")}\u0007`);
    const { pages } = await open(await sheet.finish());
    const text = pages.join("\n").normalize("NFKC");
    for (const line of lines) expect(text).toContain(line.normalize("NFKC"));
    expect(text).not.toMatch(/\p{Cc}(?<!\n)|\uFFFD/u);
  });

  it("writes right-to-left scripts from right to left", async () => {
    const sheet = await createPdf({ title: "Scripts", footerText: "Scripts", now });
    sheet.writing("Scripts", "שלום עולם 2027\nمرحبا بالعالم");
    const { pages } = await open(await sheet.finish());
    // These are the words as they are on paper from left to right: the first one is the last.
    expect(pages.join("\n")).toContain("2027 עולם שלום");
    expect(pages.join("\n")).toContain("بالعالم مرحبا");
  });

  it("breaks text that is longer than a line", async () => {
    const address = `https://example.com/${"a".repeat(300)}`;
    const sheet = await createPdf({ title: "Long", footerText: address, now });
    sheet.writing("Address", address);
    const { pages } = await open(await sheet.finish());
    expect(pages.join("").replaceAll("\n", "")).toContain(address);
  });
});

describe("a person's text as Markdown", () => {
  it("shows exactly what was written", () => {
    expect(toMarkdown("# no heading\n- no list\n12. nor this\n    no code")).toBe(
      "\\# no heading\\\n\\- no list\\\n12\\. nor this\\\nno code",
    );
    expect(toMarkdown("*a* _b_ `c` [d](e) <script> a|b \\")).toBe(
      "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<script\\> a\\|b \\\\",
    );
    expect(toMarkdown("one\n\ntwo")).toBe("one\n\ntwo");
    expect(toMarkdown("heading\n===")).toBe("heading\\\n\\===");
  });
});
