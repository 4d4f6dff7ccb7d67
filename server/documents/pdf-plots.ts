import { light } from "#server/design/tokens.ts";
import { drawLine, layOutLines, type PdfPen } from "./pdf-lines.ts";
import { type TextStyle, textStyles } from "./pdf-text-styles.ts";

export interface DotPlot {
  counts: readonly number[];
  mean: number;
  low: string;
  high: string;
}

export interface Bar {
  text: string;
  share: number;
}

const plotWidth = 250;
const column = plotWidth / 5;
const tallest = 170;
const widestDot = 9;
const tick = 9;
const meanHeight = 30;

export function plotHeight(pen: PdfPen, plot: DotPlot): number {
  return meanHeight + stackHeight(plot) + tick + 18 + endsHeight(pen, plot);
}

/** Draws one dot for each person over a scale of 1 to 5, with the mean above. */
export function drawPlot(pen: PdfPen, plot: DotPlot, left: number, top: number): void {
  const { document } = pen;
  const { counts, mean } = plot;
  const width = write(pen, mean.toFixed(1), textStyles.figure, left, top + 20);
  write(pen, "of 5", textStyles.label, left + width + 6, top + 20);

  const axis = top + meanHeight + stackHeight(plot) + tick;
  for (const offset of [-1.5, 1.5]) {
    line(pen, [left + column / 2, axis + offset], [left + 4.5 * column, axis + offset]);
  }
  const dot = dotSize(plot);
  for (const [index, count] of counts.entries()) {
    const middle = left + (index + 0.5) * column;
    line(pen, [middle, axis - 4.5], [middle, axis + 4.5]);
    for (let person = 0; person < count; person++) {
      document.circle(middle, axis - tick - (person + 0.5) * dot, dot * 0.42).fill(light.accent);
    }
    write(pen, String(index + 1), textStyles.label, middle, axis + 16, column);
  }
  drawMeanMark(pen, left + (mean - 0.5) * column, axis);
  for (const { words, middle } of placeEndLabels(plot, left)) {
    for (const [index, text] of linesOfEnd(pen, words).entries()) {
      const x = middle - text.width / 2;
      const baseline = axis + 29 + index * endLeading;
      drawLine(pen, text, textStyles.label, { left: x, width: text.width, baseline });
    }
  }
}

function drawMeanMark({ document }: PdfPen, x: number, axis: number): void {
  document
    .moveTo(x, axis + 2)
    .lineTo(x + 3.5, axis + 7)
    .lineTo(x - 3.5, axis + 7)
    .fill(light.margin);
}

export function drawBar({ document }: PdfPen, share: number, left: number, middle: number): void {
  const top = middle - barHeight / 2;
  document.rect(left, top, barWidth, barHeight).fill(light.well);
  if (share > 0) document.rect(left, top, barWidth * share, barHeight).fill(light.accent);
}

const barWidth = 220;
const barHeight = 7;

const scaleStep = 15;

export const scaleWidth = 5 * scaleStep;

export function drawScale({ document }: PdfPen, value: number, left: number, middle: number): void {
  for (let place = 1; place <= 5; place++) {
    const circle = document.circle(left + (place - 0.5) * scaleStep, middle, 4.2).lineWidth(0.9);
    if (place === value) circle.fillAndStroke(light.accent, light.accent);
    else circle.stroke(light.ruleStrong);
  }
}

const endLeading = 12;
const endWidth = 2 * column - 8;

function placeEndLabels({ low, high }: DotPlot, left: number) {
  return [
    { words: low, middle: left + column / 2 },
    { words: high, middle: left + 4.5 * column },
  ];
}

function linesOfEnd(pen: PdfPen, words: string) {
  return words === "" ? [] : layOutLines(pen, words, { ...textStyles.label, width: endWidth });
}

function endsHeight(pen: PdfPen, { low, high }: DotPlot): number {
  const lines = Math.max(linesOfEnd(pen, low).length, linesOfEnd(pen, high).length);
  return lines * endLeading + 4;
}

/** Dots are smaller if many people chose the same, so that a plot never takes more than a part of a page. */
function dotSize({ counts }: DotPlot): number {
  return Math.min(widestDot, tallest / Math.max(1, ...counts));
}

function stackHeight(plot: DotPlot): number {
  return Math.max(0, ...plot.counts) * dotSize(plot);
}

type Point = readonly [x: number, y: number];

function line({ document }: PdfPen, from: Point, to: Point): void {
  document
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(0.75)
    .stroke(light.ruleStrong);
}

/** Writes one line of text that starts at `x` or, if a width is given, is centred there. Returns how wide it is. */
function write(
  pen: PdfPen,
  text: string,
  look: TextStyle,
  x: number,
  baseline: number,
  around?: number,
): number {
  const [first] = layOutLines(pen, text, { ...look, width: around ?? plotWidth });
  if (first === undefined) return 0;
  const left = around === undefined ? x : x - first.width / 2;
  drawLine(pen, first, look, { left, width: first.width, baseline });
  return first.width;
}
