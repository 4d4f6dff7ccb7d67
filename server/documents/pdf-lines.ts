import type bidiFactory from "bidi-js";
import type PDFDocument from "pdfkit";
import type { FindFont, PdfStyle } from "./pdf-fonts.ts";
import { rightToLeft } from "./pdf-shaping.ts";
import type { TextStyle } from "./pdf-text-styles.ts";

interface PdfRun {
  font: string;
  text: string;
  width: number;
  isRtl: boolean;
}

/** One line, with its runs in the order in which they appear on paper from left to right. */
export interface PdfLine {
  runs: PdfRun[];
  width: number;
  /** Whether it is written from right to left, and so begins at the right edge. */
  isRtl: boolean;
}

interface Piece {
  start: number;
  text: string;
  font: string;
  level: number;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });

function createShapingOptions({ isRtl }: { isRtl: boolean }): PDFKit.Mixins.TextOptions {
  return { lineBreak: false, ...(isRtl && { features: [rightToLeft] }) };
}

export interface PdfPen {
  document: InstanceType<typeof PDFDocument>;
  findFont: FindFont;
  bidi: Bidi;
}

type Bidi = ReturnType<typeof bidiFactory>;

/** By the rules of the text's script; right-to-left parts are in their order (UAX #9). Its line breaks are kept. */
export function layOutLines(
  pen: PdfPen,
  text: string,
  { style, size, width }: { style: PdfStyle; size: number; width: number },
): PdfLine[] {
  return cleanText(text)
    .split("\n")
    .flatMap((paragraph) => layOutParagraph(pen, paragraph, { style, size, width }));
}

export function drawLine(
  { document }: PdfPen,
  line: PdfLine,
  { size, colour }: Pick<TextStyle, "size" | "colour">,
  { left, width, baseline }: { left: number; width: number; baseline: number },
): void {
  let x = line.isRtl ? left + width - line.width : left;
  document.fillColor(colour).fontSize(size);
  for (const run of line.runs) {
    document
      .font(run.font)
      .text(run.text, x, baseline, { ...createShapingOptions(run), baseline: "alphabetic" });
    x += run.width;
  }
}

/** A text as a title or a bookmark, which are single lines. */
export function shortenToLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** Drops invisible characters: control characters would be drawn as boxes. */
function cleanText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/\t/g, "    ")
    .replace(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "");
}

function layOutParagraph(
  pen: PdfPen,
  text: string,
  { style, size, width }: { style: PdfStyle; size: number; width: number },
): PdfLine[] {
  if (text.trim() === "") return [{ runs: [], width: 0, isRtl: false }];
  const embedding = pen.bidi.getEmbeddingLevels(text);
  const base = embedding.paragraphs[0]?.level ?? 0;
  const measure = (run: Piece) => {
    const options = createShapingOptions({ isRtl: run.level % 2 === 1 });
    return pen.document.font(run.font).fontSize(size).widthOfString(run.text, options);
  };

  const pieces = [...graphemes.segment(text)].map(({ index, segment }) => ({
    start: index,
    text: segment,
    font: pen.findFont(style, segment).name,
    level: embedding.levels[index] ?? 0,
  }));
  const createRuns = (line: readonly Piece[]) =>
    inVisualOrder(joinPieces(line)).map((run) => ({
      font: run.font,
      text: run.text,
      width: measure(run),
      isRtl: run.level % 2 === 1,
    }));
  const widths = new Map<string, number>();
  // Widths are cached for each word, because shaping takes most of the time.
  const measureWord = (word: readonly Piece[]) => {
    const key = word.map(({ text: part }) => part).join("");
    const known = widths.get(key);
    if (known !== undefined) return known;
    const measured = joinPieces(word).reduce((sum, run) => sum + measure(run), 0);
    widths.set(key, measured);
    return measured;
  };

  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  const breakLine = () => {
    lines.push(trimEnd(line));
    line = [];
    used = 0;
  };
  const add = (part: readonly Piece[]) => {
    line.push(...part);
    used += measureWord(part);
  };
  for (const word of splitIntoWords(text, pieces)) {
    const needed = measureWord(trimEnd(word));
    if (line.length > 0 && used + needed > width) breakLine();
    if (needed <= width) {
      add(word);
      continue;
    }
    // A word such as an address may be longer than a line. It is broken where the line is full.
    for (const piece of word) {
      if (used + measureWord([piece]) > width) breakLine();
      add([piece]);
    }
  }
  lines.push(trimEnd(line));
  return lines.map((one) => {
    const runs = createRuns(one);
    return {
      runs,
      width: runs.reduce((sum, run) => sum + run.width, 0),
      isRtl: base % 2 === 1,
    };
  });
}

/** Where a line may end: after white space, and between the words of scripts that have none. */
function splitIntoWords(text: string, pieces: readonly Piece[]): Piece[][] {
  const ends = new Set<number>();
  for (const { index, segment, isWordLike } of words.segment(text)) {
    if (/\s/.test(segment)) ends.add(index + segment.length);
    else if (
      isWordLike &&
      /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u.test(
        segment,
      )
    )
      ends.add(index);
  }
  const found: Piece[][] = [];
  let word: Piece[] = [];
  for (const piece of pieces) {
    if (ends.has(piece.start) && word.length > 0) {
      found.push(word);
      word = [];
    }
    word.push(piece);
  }
  return word.length > 0 ? [...found, word] : found;
}

function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && last.font === piece.font && last.level === piece.level) {
      last.text += piece.text;
    } else joined.push({ ...piece });
  }
  return joined;
}

/** Reverses every sequence at or above a level, from the highest level down (UAX #9, L2). */
function inVisualOrder(runs: Piece[]): Piece[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if ((ordered[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((ordered[to + 1]?.level ?? 0) >= level) to++;
      ordered.splice(from, to - from + 1, ...ordered.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return ordered;
}

function trimEnd(line: readonly Piece[]): Piece[] {
  const last = line.findLastIndex(({ text }) => !/^\s*$/.test(text));
  return line.slice(0, last + 1);
}
