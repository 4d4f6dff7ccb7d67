import { setImmediate } from "node:timers/promises";
import type PDFDocument from "pdfkit";
import { dayIn } from "#server/days.ts";
import { drawMark, drawTable, table_size } from "./pdf-drawings.ts";
import { forgetWords, openPdfFonts } from "./pdf-fonts.ts";
import { cleanText, drawLine, layOutLines, type PdfPen } from "./pdf-lines.ts";
import { colours, type Look, looks } from "./pdf-looks.ts";
import {
  drawPlot,
  drawScale,
  plotHeight,
  type Ratings,
  ratingsInWords,
  scale_width,
} from "./pdf-plots.ts";

/** A4, with everything inside what Letter (612 × 792 points) shows too when it is printed unscaled. */
const page = { width: 595.28, left: 66, right: 66, top: 62, bottom: 706 };
const foot = { rule: 722, words: 739 } as const;
const measure = page.width - page.left - page.right;
const beside_rule = 18;
/** Width to height, as screens cut a cover. */
const cover_shape = 14 / 5;

/** Pieces whose words stay shaped: few enough for memory, enough that the usual words are at hand. */
const breaths_remembered = 64;

/** A document that is written from top to bottom; pages follow by themselves. */
export interface PdfSheet {
  /** A JPEG across the page, or a line drawing of the product's own. Screen readers pass over it. */
  cover(jpeg: Uint8Array | undefined): void;
  /** What the document is, once, at the top; the small line above says what kind of thing it is. */
  title(text: string, line: string): void;
  /** Begins a part of a longer document on a page of its own. It stands among the bookmarks, its headings under it. */
  part(text: string): void;
  heading(text: string): void;
  /** A question or a field, and what a person wrote there, beside the double rule. */
  writing(label: string, text: string): void;
  /** The same for a choice between 1 and 5. */
  scale(label: string, value: number): void;
  /** How everyone chose. */
  ratings(ratings: Ratings): void;
  /** Facts between hairlines: what they are called, and what they are. */
  facts(facts: readonly { name: string; value: string }[]): void;
  /** Said by the product. */
  remark(text: string): void;
  /** Between two pieces of a long document: lets others have the processor, and keeps memory in bounds. */
  breathe(): Promise<void>;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Begins a PDF in the product's look: tagged for screen readers, with a title and page numbers, its fonts embedded.
 * @param foot_words said at the foot of every page
 */
export async function createPdf({
  title: document_title,
  author = "",
  foot_words,
  now,
}: {
  title: string;
  author?: string;
  foot_words: string;
  now: Date;
}): Promise<PdfSheet> {
  // Loaded when first used: most processes never write on paper, and the libraries are large.
  const { default: Document } = await import("pdfkit");
  const { default: bidiFactory } = await import("bidi-js");
  const document = new Document({
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: oneLine(document_title),
      ...(author !== "" && { Author: oneLine(author) }),
      Creator: "Paraline",
      Producer: "Paraline",
      // The day is enough, and the same content is then the same file.
      CreationDate: new Date(dayIn("UTC", now)),
    },
  });
  mendMetadata(document);
  const chunks: Uint8Array[] = [];
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve);
    document.on("error", reject);
  });
  const pen: PdfPen = { document, findFont: openPdfFonts(document), bidi: bidiFactory() };
  const root = document.struct("Document");
  document.addStructure(root);
  let y = page.top;
  let breaths = 0;
  let bookmarks: PDFKit.PDFOutline | undefined;

  function turnPage(): void {
    document.addPage();
    y = page.top;
  }

  function room(height: number): void {
    if (y + height > page.bottom) turnPage();
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
      addElement(tag, {}, () => {
        for (const [index, line] of part.entries()) {
          const baseline = y + index * look.leading + look.size;
          drawLine(pen, line, look, { left, width, baseline });
        }
      });
      y += part.length * look.leading;
      from += fitting;
    }
  }

  function addElement(tag: string, options: { alt?: string }, draw: () => void): void {
    const element = document.struct(tag, options, draw);
    root.add(element);
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
      drawMark(pen, page.left - 3, y);
      const [line] = layOutLines(pen, "paraline", { style: "strong", size: 16, width: measure });
      const look = { size: 16, colour: colours.ink };
      if (line !== undefined) {
        drawLine(pen, line, look, { left: page.left + 14, width: measure, baseline: y + 15.4 });
      }
    });
    y += 44;
  }

  wordmark();

  return {
    cover(jpeg) {
      const height = jpeg === undefined ? table_size : measure / cover_shape;
      decorate(() => {
        if (jpeg === undefined) drawTable(pen, page.left - 8, y);
        else document.image(Buffer.from(jpeg), page.left, y, { width: measure, height });
      });
      y += height + 26;
    },
    title(text, line) {
      write("P", line, looks.label);
      y += 3;
      write("H1", text, looks.title);
      y += 12;
    },
    part(text) {
      turnPage();
      bookmarks = document.outline.addItem(oneLine(text));
      write("H2", text, looks.part);
      y += 12;
    },
    heading(text) {
      y += 12;
      // Not alone at the foot of a page.
      room(looks.heading.leading + looks.label.leading + 3 * looks.letter.leading);
      bookmarks?.addItem(oneLine(text));
      write(bookmarks === undefined ? "H2" : "H3", text, looks.heading);
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
    scale(label, value) {
      room(looks.label.leading + 2 * looks.letter.leading);
      write("P", label, looks.label);
      y += 4;
      decorate(() => drawScale(pen, value, page.left + beside_rule, y + looks.line.size * 0.65));
      doubleRule(y - 1, looks.line.leading);
      const left = page.left + beside_rule + scale_width + 10;
      write("P", `${value} of 5`, looks.line, { left });
      y += 14;
    },
    ratings(ratings) {
      const height = plotHeight(pen, ratings);
      room(height);
      const top = y;
      addElement("Figure", { alt: ratingsInWords(ratings) }, () =>
        drawPlot(pen, ratings, page.left, top),
      );
      y += height + 14;
    },
    facts(facts) {
      for (const { name, value } of facts) {
        const width = measure * 0.62;
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
    async breathe() {
      breaths += 1;
      if (breaths % breaths_remembered === 0) forgetWords(document);
      await setImmediate();
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
        const baseline = foot.words;
        if (words_line !== undefined) {
          drawLine(pen, words_line, looks.label, { left: page.left, width: words_width, baseline });
        }
        const left = page.left + measure - number_width;
        if (number_line !== undefined) {
          drawLine(pen, number_line, looks.label, { left, width: number_width, baseline });
        }
        document.endMarkedContent();
      }
      root.end();
      document.end();
      await ended;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** The library writes the title into its XML as it is: one with an ampersand made the whole unreadable. */
function mendMetadata(document: InstanceType<typeof PDFDocument>): void {
  const library: { endMetadata: () => void } = Object.getPrototypeOf(document);
  Object.assign(document, {
    endMetadata() {
      const { info } = document;
      for (const [key, value] of Object.entries(info)) {
        if (typeof value === "string") Object.assign(info, { [key]: escapeXml(value) });
      }
      library.endMetadata.call(document);
    },
  });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
