import type * as HarfBuzz from "harfbuzzjs";

/** The parts of the PDF library's font that are used here; its types do not mention them. */
export interface LibraryFont {
  font: {
    unitsPerEm: number;
    getGlyph(id: number): { advanceWidth: number };
    glyphForCodePoint(codePoint: number): { id: number };
  };
  /** The embedded glyphs, and for each of them its width and the characters that it stands for. */
  subset: { glyphs: number[] };
  widths: number[];
  unicode: number[][];
  encode(text: string, features?: readonly string[]): [codes: string[], positions: Position[]];
  widthOfString(text: string, size: number, features?: readonly string[]): number;
}

/** The place of a glyph in thousandths of the font's size. */
interface Position extends HarfBuzz.GlyphPosition {
  advanceWidth: number;
}

interface ShapedWord {
  codes: string[];
  positions: Position[];
  width: number;
}

/** Marks a run for the PDF library as one that is written from right to left. */
export const rightToLeft = "rtla";

/** Enough to include the usual words, and few enough for memory. */
const keptWords = 2000;

/** A zero-width space: readers do not accept a glyph without a character. */
const nothing = "\u200B";

/** The PDF library's own engine fails for several scripts. Copied text is in the order in which it was written. */
export function shapeWithHarfBuzz(
  harfbuzz: typeof HarfBuzz,
  library: LibraryFont,
  shaper: HarfBuzz.Font,
): void {
  const { font, subset, widths, unicode } = library;
  const scale = 1000 / font.unitsPerEm;
  const blank = font.glyphForCodePoint(0x20).id;
  const buffer = new harfbuzz.Buffer();

  const embedded = new Map<number, Map<string, string>>();
  /** Embeds a glyph once for each text that it stands for, and returns its code. */
  const embed = (glyph: number, text: string, advanceWidth: number): string => {
    const codes = embedded.get(glyph) ?? new Map<string, string>();
    embedded.set(glyph, codes);
    const known = codes.get(text);
    if (known !== undefined) return known;
    const place = subset.glyphs.push(glyph) - 1;
    widths[place] = advanceWidth;
    unicode[place] = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const code = place.toString(16).padStart(4, "0");
    codes.set(text, code);
    return code;
  };

  const shapeWord = (text: string, isRtl: boolean): ShapedWord => {
    buffer.clearContents();
    buffer.addText(text);
    buffer.setDirection(isRtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const texts = distributeText(text, infos, isRtl);
    const word: ShapedWord = { codes: [], positions: [], width: 0 };
    for (const [index, place] of buffer.getGlyphPositions().entries()) {
      const glyph = infos[index]?.codepoint ?? 0;
      const characters = texts[index] ?? [];
      const isWhole = isRtl || blank === 0;
      const [first = nothing, ...others] = isWhole ? [characters.join("") || nothing] : characters;
      const advanceWidth = font.getGlyph(glyph).advanceWidth * scale;
      const xAdvance = place.xAdvance * scale;
      word.codes.push(embed(glyph, first, advanceWidth));
      word.positions.push({
        advanceWidth,
        xAdvance,
        yAdvance: 0,
        xOffset: place.xOffset * scale,
        yOffset: place.yOffset * scale,
      });
      word.width += xAdvance;
      // Some readers take a glyph for several characters as an accent if one of them is. So each has a glyph.
      for (const other of others) {
        word.codes.push(embed(blank, other, 0));
        word.positions.push(zeroPosition);
      }
    }
    return word;
  };

  const words = new Map<string, ShapedWord>();
  /** Words are shaped one by one and kept, because each comes again, at least when its line is drawn. */
  const shape = (text: string, features: readonly string[] = []): ShapedWord[] => {
    const isRtl = features.includes(rightToLeft);
    const shaped = (text.match(/[^ ]* |[^ ]+$/g) ?? []).map((part) => {
      const key = isRtl ? `${rightToLeft} ${part}` : part;
      const word = words.get(key) ?? shapeWord(part, isRtl);
      if (words.size >= keptWords) words.clear();
      words.set(key, word);
      return word;
    });
    return isRtl ? shaped.reverse() : shaped;
  };

  library.widthOfString = (text, size, features) =>
    shape(text, features).reduce((sum, { width }) => sum + width, 0) * (size / 1000);
  library.encode = (text, features) => {
    const shaped = shape(text, features);
    return [shaped.flatMap(({ codes }) => codes), shaped.flatMap(({ positions }) => positions)];
  };
}

const zeroPosition: Position = {
  advanceWidth: 0,
  xAdvance: 0,
  yAdvance: 0,
  xOffset: 0,
  yOffset: 0,
};

/** The characters that each glyph stands for. Glyphs that were shaped together share theirs in the order of writing. */
function distributeText(
  text: string,
  infos: readonly { cluster: number }[],
  isRtl: boolean,
): string[][] {
  const texts: string[][] = infos.map(() => []);
  const order = infos.map(({ cluster }, index) => ({ cluster, index }));
  if (isRtl) order.reverse();
  for (let from = 0; from < order.length; ) {
    const start = order[from]?.cluster;
    let to = from + 1;
    while (order[to]?.cluster === start) to++;
    const together = text.slice(start, order[to]?.cluster);
    const composed = Array.from(together);
    const characters =
      composed.length < to - from ? Array.from(together.normalize("NFD")) : composed;
    for (let at = from; at < to; at++) {
      const isLast = at === to - 1;
      const index = order[at]?.index ?? 0;
      texts[index] = characters.splice(0, isLast ? characters.length : 1);
    }
    from = to;
  }
  return texts;
}
