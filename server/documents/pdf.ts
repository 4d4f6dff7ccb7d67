import PDFDocument from "pdfkit";
import { openPdfFonts, type PdfStyle } from "./pdf-fonts.ts";
import { layOutLines, type PdfLine, type PdfPen, run_options } from "./pdf-lines.ts";

/** The values of the design's tokens on paper. */
const colours = {
  ink: "#1c2636",
  ink_2: "#454e5e",
  ink_3: "#5f6673",
  rule: "#e0dacc",
  rule_strong: "#868172",
  margin: "#b0405a",
} as const;

/** A4, with everything inside what Letter (612 × 792 points) shows too when it is printed unscaled. */
const page = { width: 595.28, left: 66, right: 66, top: 62, bottom: 706 };
const foot = { rule: 722, words: 739 } as const;
const measure = page.width - page.left - page.right;
const beside_rule = 18;

interface Look {
  style: PdfStyle;
  size: number;
  leading: number;
  colour: string;
}

const looks = {
  title: { style: "strong", size: 25, leading: 31, colour: colours.ink },
  heading: { style: "strong", size: 14.5, leading: 20, colour: colours.ink },
  label: { style: "label", size: 9.5, leading: 14, colour: colours.ink_3 },
  letter: { style: "text", size: 11.5, leading: 18.5, colour: colours.ink },
  line: { style: "label", size: 10.5, leading: 15.5, colour: colours.ink_2 },
} as const satisfies Record<string, Look>;

/** A document that is written from top to bottom; pages follow by themselves. */
export interface PdfSheet {
  /** What the document is, once, at the top; the small line above says what kind of thing it is. */
  title(text: string, line: string): void;
  heading(text: string): void;
  /** A question or a field, and what a person wrote there, beside the double rule. */
  writing(label: string, text: string): void;
  /** Facts between hairlines: what they are called, and what they are. */
  facts(facts: readonly { name: string; value: string }[]): void;
  /** Said by the product. */
  remark(text: string): void;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Begins a PDF in the product's look: tagged for screen readers, with a title and page numbers, its fonts embedded.
 * @param foot_words said at the foot of every page
 */
export function createPdf({
  title: document_title,
  foot_words,
  now,
}: {
  title: string;
  foot_words: string;
  now: Date;
}): PdfSheet {
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: { Title: document_title, Creator: "Paraline", Producer: "Paraline", CreationDate: now },
  });
  const chunks: Uint8Array[] = [];
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve);
    document.on("error", reject);
  });
  const pen: PdfPen = { document, findFont: openPdfFonts(document) };
  const root = document.struct("Document");
  document.addStructure(root);
  let y = page.top;

  function room(height: number): void {
    if (y + height <= page.bottom) return;
    document.addPage();
    y = page.top;
  }

  function drawLine(
    line: PdfLine,
    look: Look,
    left: number,
    width: number,
    baseline: number,
  ): void {
    let x = line.is_rtl ? left + width - line.width : left;
    document.fillColor(look.colour).fontSize(look.size);
    for (const run of line.runs) {
      document
        .font(run.font)
        .text(run.text, x, baseline, { ...run_options, baseline: "alphabetic" });
      x += run.width;
    }
  }

  /** What only looks: screen readers pass over it. */
  function decorate(draw: () => void): void {
    document.markContent("Artifact", { type: "Layout" });
    draw();
    document.endMarkedContent();
  }

  function rule(at: number, colour: string = colours.rule): void {
    decorate(() => {
      document
        .moveTo(page.left, at)
        .lineTo(page.left + measure, at)
        .lineWidth(0.75)
        .strokeColor(colour)
        .stroke();
    });
  }

  /** Writes a text as one element of the structure; a page break inside it makes a second one. */
  function write(
    tag: string,
    text: string,
    look: Look,
    { left = page.left, width = measure, beside = false } = {},
  ): void {
    const lines = layOutLines(pen, text, { ...look, width });
    for (let from = 0; from < lines.length; ) {
      room(look.leading);
      const fitting = Math.max(1, Math.floor((page.bottom - y) / look.leading));
      const part = lines.slice(from, from + fitting);
      if (beside) doubleRule(y, part.length * look.leading);
      root.add(
        document.struct(tag, {}, () => {
          for (const [index, line] of part.entries()) {
            drawLine(line, look, left, width, y + index * look.leading + look.size);
          }
        }),
      );
      y += part.length * look.leading;
      from += fitting;
    }
  }

  function doubleRule(from: number, height: number): void {
    decorate(() => {
      for (const [x, colour] of [
        [page.left + 0.5, colours.margin],
        [page.left + 4.5, colours.rule_strong],
      ] as const) {
        document
          .moveTo(x, from + 2)
          .lineTo(x, from + height - 2)
          .lineWidth(0.9)
          .strokeColor(colour)
          .stroke();
      }
    });
  }

  function wordmark(): void {
    decorate(() => {
      document
        .save()
        .translate(page.left - 3, y)
        .scale(0.75)
        .lineWidth(2.25)
        .lineCap("round");
      document.moveTo(5.5, 3.5).lineTo(5.5, 20.5).strokeColor(colours.margin).stroke();
      document.path("M10.5 20.5v-17h3.75a5 5 0 0 1 0 10H10.5").strokeColor(colours.ink).stroke();
      document.restore();
      const [line] = layOutLines(pen, "paraline", { style: "strong", size: 16, width: measure });
      const look = { style: "strong", size: 16, leading: 20, colour: colours.ink } as const;
      if (line !== undefined) drawLine(line, look, page.left + 17, measure, y + 15.4);
    });
    y += 44;
  }

  wordmark();

  return {
    title(text, line) {
      write("P", line, looks.label);
      y += 3;
      write("H1", text, looks.title);
      y += 12;
    },
    heading(text) {
      y += 12;
      // Not alone at the foot of a page.
      room(looks.heading.leading + looks.label.leading + 5 * looks.letter.leading);
      write("H2", text, looks.heading);
      y += 8;
    },
    writing(label, text) {
      room(looks.label.leading + 2 * looks.letter.leading);
      write("P", label, looks.label);
      y += 4;
      const left = page.left + beside_rule;
      write("P", text, looks.letter, { left, width: measure - beside_rule, beside: true });
      y += 14;
    },
    facts(facts) {
      const width = measure * 0.62;
      const heights = facts.map(
        ({ value }) =>
          layOutLines(pen, value, { ...looks.letter, width }).length * looks.letter.leading + 14,
      );
      // Together on one page, where one page has room for them.
      room(
        Math.min(
          heights.reduce((sum, height) => sum + height, 0),
          page.bottom - page.top,
        ),
      );
      for (const { name, value } of facts) {
        const lines = layOutLines(pen, value, { ...looks.letter, width });
        room(lines.length * looks.letter.leading + 14);
        rule(y);
        y += 6;
        const top = y;
        write("P", name, looks.line, { width: measure * 0.34 });
        const after = y;
        y = top;
        write("P", value, looks.letter, { left: page.left + measure * 0.38, width });
        y = Math.max(y, after) + 5;
      }
      if (facts.length > 0) rule(y);
      y += 10;
    },
    remark(text) {
      write("P", text, looks.line);
      y += 8;
    },
    async finish() {
      const { start, count } = document.bufferedPageRange();
      for (let index = start; index < start + count; index++) {
        document.switchToPage(index);
        document.markContent("Artifact", { type: "Pagination" });
        document
          .moveTo(page.left, foot.rule)
          .lineTo(page.left + measure, foot.rule)
          .lineWidth(0.75)
          .strokeColor(colours.rule)
          .stroke();
        const numbers = `Page ${index - start + 1} of ${count}`;
        const [number_line] = layOutLines(pen, numbers, { ...looks.label, width: measure });
        const number_width = number_line?.width ?? 0;
        const words_width = measure - number_width - 20;
        const [words_line] = layOutLines(pen, foot_words, { ...looks.label, width: words_width });
        if (words_line !== undefined)
          drawLine(words_line, looks.label, page.left, words_width, foot.words);
        const left = page.left + measure - number_width;
        if (number_line !== undefined)
          drawLine(number_line, looks.label, left, number_width, foot.words);
        document.endMarkedContent();
      }
      root.end();
      document.end();
      await ended;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}
