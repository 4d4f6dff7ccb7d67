import { setImmediate } from "node:timers/promises";
import { light } from "#server/design/tokens.ts";
import { openPdf, type PdfFacts } from "./pdf-document.ts";
import { drawMark, drawTable, tableSize } from "./pdf-drawings.ts";
import { createFlow, leftEdge, measure, type PdfFlow, writeFooters } from "./pdf-flow.ts";
import { drawLine, layOutLines, type PdfPen, shortenToLine } from "./pdf-lines.ts";
import {
  type Bar,
  type DotPlot,
  drawBar,
  drawPlot,
  drawScale,
  plotHeight,
  scaleWidth,
} from "./pdf-plots.ts";
import { type TextStyle, textStyles } from "./pdf-text-styles.ts";

const besideRule = 18;
/** The ratio of width to height to which screens crop a cover. */
const coverShape = 14 / 5;

/** A document that is written from top to bottom. New pages begin by themselves. */
export interface PdfSheet {
  /** A JPEG across the page, or a line drawing of the product. Screen readers skip it. */
  cover(jpeg: Uint8Array | undefined): void;
  title(text: string, line: string): void;
  /** Starts a part of a longer document on a new page. It is a bookmark, with its headings below it. */
  part(text: string): void;
  heading(text: string): void;
  /** An introduction to what follows, which stays on the same page. */
  lead(text: string): void;
  /** A question or a field, and what a person wrote there, next to the double line. */
  writing(label: string, text: string): void;
  /** The same for a place on a scale of 1 to 5. */
  scale(label: string, value: number): void;
  /** A dot for each person over a scale of 1 to 5. `words` says the same to screen readers. */
  dotPlot(plot: DotPlot, words: string): void;
  /** A line of text for each bar, next to it. */
  bars(bars: readonly Bar[]): void;
  /** Names and values, between thin lines. */
  facts(facts: readonly { name: string; value: string }[]): void;
  /** A remark by the product. */
  remark(text: string): void;
  /** Called between two pieces of a long document: lets other work run. */
  breathe(): Promise<void>;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Tagged for screen readers, with a title, page numbers and embedded fonts. */
export async function createPdf({
  footerText,
  ...facts
}: PdfFacts & { footerText: string }): Promise<PdfSheet> {
  const { pen, finish } = await openPdf(facts);
  const { document } = pen;
  const flow = createFlow(pen);
  let bookmarks: PDFKit.PDFOutline | undefined;
  /** What is written together with the next item. */
  let waiting: { height: number; write: () => void }[] = [];

  const measureHeight = (text: string, look: TextStyle, width = measure) =>
    layOutLines(pen, text, { ...look, width }).length * look.leading;

  /** Writes what is waiting, on a page that has this much space below it. */
  function begin(height: number): void {
    const above = waiting;
    waiting = [];
    flow.ensureSpace(above.reduce((sum, piece) => sum + piece.height, height));
    for (const piece of above) piece.write();
  }

  writeWordmark(pen, flow);

  return {
    cover(jpeg) {
      const height = jpeg === undefined ? tableSize : measure / coverShape;
      flow.decorate(() => {
        if (jpeg === undefined) drawTable(pen, leftEdge - 8, flow.y);
        else document.image(Buffer.from(jpeg), leftEdge, flow.y, { width: measure, height });
      });
      flow.y += height + 26;
    },
    title(text, line) {
      flow.write("P", line, textStyles.label);
      flow.y += 3;
      flow.write("H1", text, textStyles.title);
      flow.y += 12;
    },
    part(text) {
      begin(0);
      flow.turnPage();
      bookmarks = document.outline.addItem(shortenToLine(text));
      flow.write("H2", text, textStyles.part);
      flow.y += 12;
    },
    heading(text) {
      flow.y += 12;
      waiting.push({
        height: measureHeight(text, textStyles.heading) + 8,
        write() {
          bookmarks?.addItem(shortenToLine(text));
          flow.write(bookmarks === undefined ? "H2" : "H3", text, textStyles.heading);
          flow.y += 8;
        },
      });
    },
    lead(text) {
      waiting.push({
        height: measureHeight(text, textStyles.line) + 8,
        write() {
          flow.write("P", text, textStyles.line);
          flow.y += 8;
        },
      });
    },
    writing(label, text) {
      begin(textStyles.label.leading + 4 + 2 * textStyles.letter.leading);
      flow.write("P", label, textStyles.label);
      flow.y += 4;
      const left = leftEdge + besideRule;
      flow.write("P", text, textStyles.letter, {
        left,
        width: measure - besideRule,
        beside: true,
      });
      flow.y += 14;
    },
    scale(label, value) {
      begin(textStyles.label.leading + 2 * textStyles.letter.leading);
      flow.write("P", label, textStyles.label);
      flow.y += 4;
      flow.decorate(() =>
        drawScale(pen, value, leftEdge + besideRule, flow.y + textStyles.line.size * 0.65),
      );
      flow.doubleRule(flow.y - 1, textStyles.line.leading);
      const left = leftEdge + besideRule + scaleWidth + 10;
      flow.write("P", `${value} of 5`, textStyles.line, { left });
      flow.y += 14;
    },
    dotPlot(plot, words) {
      const height = plotHeight(pen, plot);
      begin(height);
      const top = flow.y;
      flow.add("Figure", { alt: words }, () => drawPlot(pen, plot, leftEdge, top));
      flow.y += height + 14;
    },
    bars(bars) {
      const width = measure * 0.47;
      begin(
        bars.reduce((sum, { text }) => sum + measureHeight(text, textStyles.line, width) + 4, 0),
      );
      for (const { text, share } of bars) {
        const middle = flow.y + textStyles.line.size * 0.65;
        flow.decorate(() => drawBar(pen, share, leftEdge + measure * 0.5, middle));
        flow.write("P", text, textStyles.line, { width });
        flow.y += 4;
      }
      flow.y += 10;
    },
    facts(facts) {
      for (const { name, value } of facts) {
        const width = measure * 0.62;
        begin(measureHeight(value, textStyles.letter, width) + 14);
        flow.rule(flow.y);
        flow.y += 6;
        const top = flow.y;
        flow.write("P", name, textStyles.line, { width: measure * 0.34 });
        const after = flow.y;
        flow.y = top;
        flow.write("P", value, textStyles.letter, { left: leftEdge + measure * 0.38, width });
        flow.y = Math.max(flow.y, after) + 5;
      }
      if (facts.length > 0) flow.rule(flow.y);
      flow.y += 10;
    },
    remark(text) {
      begin(textStyles.line.leading);
      flow.write("P", text, textStyles.line);
      flow.y += 8;
    },
    async breathe() {
      await setImmediate();
    },
    finish() {
      begin(0);
      writeFooters(pen, footerText);
      flow.end();
      return finish();
    },
  };
}

function writeWordmark(pen: PdfPen, flow: PdfFlow): void {
  flow.decorate(() => {
    drawMark(pen, leftEdge - 3, flow.y);
    const [line] = layOutLines(pen, "paraline", { style: "strong", size: 16, width: measure });
    const look = { size: 16, colour: light.ink };
    if (line !== undefined) {
      drawLine(pen, line, look, { left: leftEdge + 14, width: measure, baseline: flow.y + 15.4 });
    }
  });
  flow.y += 44;
}
