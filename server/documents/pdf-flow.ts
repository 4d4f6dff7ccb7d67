import { light } from "#server/design/tokens.ts";
import { drawLine, layOutLines, type PdfLine, type PdfPen } from "./pdf-lines.ts";
import { type TextStyle, textStyles } from "./pdf-text-styles.ts";

/** An A4 page. Everything is inside the area that also fits on Letter (612 × 792 points) when printed unscaled. */
const page = { width: 595.28, left: 66, right: 66, top: 62, bottom: 706 };

/** The left edge of the text, and below, its width. */
export const leftEdge = page.left;
export const measure = page.width - page.left - page.right;

/** Writes from top to bottom, and begins a new page when one is full. All numbers are points. */
export interface PdfFlow {
  y: number;
  turnPage(): void;
  ensureSpace(height: number): void;
  /** Writes a text as one element of the structure; a page break inside it makes a second one. */
  write(
    tag: string,
    text: string,
    look: TextStyle,
    place?: { left?: number; width?: number; beside?: boolean },
  ): void;
  /** Draws an element of the structure. */
  add(tag: string, options: { alt?: string }, draw: () => void): void;
  decorate(draw: () => void): void;
  rule(at: number): void;
  /** Draws the double line to the left of what a person wrote. */
  doubleRule(from: number, height: number): void;
  end(): void;
}

export function createFlow(pen: PdfPen): PdfFlow {
  const { document } = pen;
  const root = document.struct("Document");
  document.addStructure(root);

  const flow: PdfFlow = {
    y: page.top,
    turnPage() {
      document.addPage();
      flow.y = page.top;
    },
    ensureSpace(height) {
      if (flow.y + height > page.bottom) flow.turnPage();
    },
    write(tag, text, look, { left = page.left, width = measure, beside = false } = {}) {
      const lines = layOutLines(pen, text, { ...look, width });
      for (let from = 0; from < lines.length; ) {
        flow.ensureSpace(look.leading);
        const fitting = Math.max(1, Math.floor((page.bottom - flow.y) / look.leading));
        const part = lines.slice(from, from + fitting);
        if (beside) flow.doubleRule(flow.y, part.length * look.leading);
        flow.add(tag, {}, () => {
          for (const [index, line] of part.entries()) {
            const baseline = flow.y + index * look.leading + look.size;
            drawLine(pen, line, look, { left, width, baseline });
          }
        });
        flow.y += part.length * look.leading;
        from += fitting;
      }
    },
    add(tag, options, draw) {
      root.add(document.struct(tag, options, draw));
    },
    decorate(draw) {
      document.markContent("Artifact", { type: "Layout" });
      draw();
      document.endMarkedContent();
    },
    rule(at) {
      flow.decorate(() => drawRule(pen, at));
    },
    doubleRule(from, height) {
      flow.decorate(() => {
        for (const [x, colour] of [
          [page.left + 0.5, light.margin],
          [page.left + 4.5, light.ruleStrong],
        ] as const) {
          document
            .moveTo(x, from + 2)
            .lineTo(x, from + height - 2)
            .lineWidth(0.9)
            .strokeColor(colour)
            .stroke();
        }
      });
    },
    end() {
      root.end();
    },
  };
  return flow;
}

const footerPositions = { rule: 722, words: 739 } as const;

/** Writes the same text at the bottom of every page, with its number and how many there are. */
export function writeFooters(pen: PdfPen, footerText: string): void {
  const { document } = pen;
  const { start, count } = document.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    document.switchToPage(index);
    document.markContent("Artifact", { type: "Pagination" });
    drawRule(pen, footerPositions.rule);
    const number = layOutFooter(pen, `Page ${index - start + 1} of ${count}`, measure);
    const width = measure - number.width - 20;
    const baseline = footerPositions.words;
    drawLine(pen, layOutFooter(pen, footerText, width), textStyles.label, {
      left: page.left,
      width,
      baseline,
    });
    const left = page.left + measure - number.width;
    drawLine(pen, number, textStyles.label, { left, width: number.width, baseline });
    document.endMarkedContent();
  }
}

function layOutFooter(pen: PdfPen, text: string, width: number): PdfLine {
  const [line] = layOutLines(pen, text, { ...textStyles.label, width });
  return line ?? { runs: [], width: 0, isRtl: false };
}

function drawRule({ document }: PdfPen, at: number): void {
  document
    .moveTo(page.left, at)
    .lineTo(page.left + measure, at)
    .lineWidth(0.75)
    .strokeColor(light.rule)
    .stroke();
}
