import { setImmediate } from "node:timers/promises";
import { light } from "#server/design.ts";
import { openPdf, type PdfFacts } from "./pdf-document.ts";
import { drawMark, drawTable, table_size } from "./pdf-drawings.ts";
import { createFlow, left_edge, measure, type PdfFlow, writeFeet } from "./pdf-flow.ts";
import { forgetWords } from "./pdf-fonts.ts";
import { drawLine, layOutLines, oneLine, type PdfPen } from "./pdf-lines.ts";
import { looks } from "./pdf-looks.ts";
import {
  drawPlot,
  drawScale,
  plotHeight,
  type Ratings,
  ratingsInWords,
  scale_width,
} from "./pdf-plots.ts";

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
  /** Starts a part of a longer document on a new page. It is a bookmark, with its headings below it. */
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
  foot_words,
  ...facts
}: PdfFacts & { foot_words: string }): Promise<PdfSheet> {
  const { pen, finish } = await openPdf(facts);
  const { document } = pen;
  const flow = createFlow(pen);
  let breaths = 0;
  let bookmarks: PDFKit.PDFOutline | undefined;

  writeWordmark(pen, flow);

  return {
    cover(jpeg) {
      const height = jpeg === undefined ? table_size : measure / cover_shape;
      flow.decorate(() => {
        if (jpeg === undefined) drawTable(pen, left_edge - 8, flow.y);
        else document.image(Buffer.from(jpeg), left_edge, flow.y, { width: measure, height });
      });
      flow.y += height + 26;
    },
    title(text, line) {
      flow.write("P", line, looks.label);
      flow.y += 3;
      flow.write("H1", text, looks.title);
      flow.y += 12;
    },
    part(text) {
      flow.turnPage();
      bookmarks = document.outline.addItem(oneLine(text));
      flow.write("H2", text, looks.part);
      flow.y += 12;
    },
    heading(text) {
      flow.y += 12;
      // Not alone at the foot of a page.
      flow.room(looks.heading.leading + looks.label.leading + 3 * looks.letter.leading);
      bookmarks?.addItem(oneLine(text));
      flow.write(bookmarks === undefined ? "H2" : "H3", text, looks.heading);
      flow.y += 8;
    },
    writing(label, text) {
      flow.room(looks.label.leading + 2 * looks.letter.leading);
      flow.write("P", label, looks.label);
      flow.y += 4;
      const left = left_edge + beside_rule;
      flow.write("P", text, looks.letter, { left, width: measure - beside_rule, beside: true });
      flow.y += 14;
    },
    scale(label, value) {
      flow.room(looks.label.leading + 2 * looks.letter.leading);
      flow.write("P", label, looks.label);
      flow.y += 4;
      flow.decorate(() =>
        drawScale(pen, value, left_edge + beside_rule, flow.y + looks.line.size * 0.65),
      );
      flow.doubleRule(flow.y - 1, looks.line.leading);
      const left = left_edge + beside_rule + scale_width + 10;
      flow.write("P", `${value} of 5`, looks.line, { left });
      flow.y += 14;
    },
    ratings(ratings) {
      const height = plotHeight(pen, ratings);
      flow.room(height);
      const top = flow.y;
      flow.add("Figure", { alt: ratingsInWords(ratings) }, () =>
        drawPlot(pen, ratings, left_edge, top),
      );
      flow.y += height + 14;
    },
    facts(facts) {
      for (const { name, value } of facts) {
        const width = measure * 0.62;
        const lines = layOutLines(pen, value, { ...looks.letter, width });
        flow.room(lines.length * looks.letter.leading + 14);
        flow.rule(flow.y);
        flow.y += 6;
        const top = flow.y;
        flow.write("P", name, looks.line, { width: measure * 0.34 });
        const after = flow.y;
        flow.y = top;
        flow.write("P", value, looks.letter, { left: left_edge + measure * 0.38, width });
        flow.y = Math.max(flow.y, after) + 5;
      }
      if (facts.length > 0) flow.rule(flow.y);
      flow.y += 10;
    },
    remark(text) {
      flow.write("P", text, looks.line);
      flow.y += 8;
    },
    async breathe() {
      breaths += 1;
      if (breaths % breaths_remembered === 0) forgetWords(document);
      await setImmediate();
    },
    finish() {
      writeFeet(pen, foot_words);
      flow.end();
      return finish();
    },
  };
}

function writeWordmark(pen: PdfPen, flow: PdfFlow): void {
  flow.decorate(() => {
    drawMark(pen, left_edge - 3, flow.y);
    const [line] = layOutLines(pen, "paraline", { style: "strong", size: 16, width: measure });
    const look = { size: 16, colour: light.ink };
    if (line !== undefined) {
      drawLine(pen, line, look, { left: left_edge + 14, width: measure, baseline: flow.y + 15.4 });
    }
  });
  flow.y += 44;
}
