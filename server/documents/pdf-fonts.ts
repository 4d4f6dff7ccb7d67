import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type PDFDocument from "pdfkit";
import { unpackWoff } from "./unpack-woff.ts";

/** `text` is for what people wrote, `strong` for titles, and `label` for what the product says. */
export type PdfStyle = "text" | "strong" | "label";

/** One font file. The characters that it has are drawn with it. */
interface PdfFont {
  name: string;
  has(codePoint: number): boolean;
}

const { resolve } = createRequire(import.meta.url);

const scripts = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"];

const literata = (weight: number) =>
  scripts.map((script) => `@fontsource/literata/files/literata-${script}-${weight}-normal.woff`);
const commissioner = ["latin", "latin-ext"].map(
  (script) => `@fontsource/commissioner/files/commissioner-${script}-500-normal.woff`,
);

/** A font with plain glyphs for nearly every character. */
const lastResort = "@fontsource/unifontex/files/unifontex-latin-400-normal.woff";

/** Fonts for characters that the fonts of the design lack. */
const others = [
  "@embedpdf/fonts-hebrew/NotoSansHebrew-Regular.ttf",
  "@embedpdf/fonts-arabic/NotoNaskhArabic-Regular.ttf",
  lastResort,
];

const files: Record<PdfStyle, string[]> = {
  text: [...literata(400), ...others],
  strong: [...literata(500), ...others],
  label: [...commissioner, ...literata(400), ...others],
};

/** Two of the packages export only their entry file. The fonts are next to it. */
function findFile(font: string): string {
  const [, name, file] = /^(@embedpdf\/[^/]+)\/(.+)$/.exec(font) ?? [];
  if (name === undefined || file === undefined) return resolve(font);
  return join(dirname(resolve(name)), "..", "fonts", file);
}

const keptBytes = 500_000;
const read = new Map<string, Buffer>();

/** Reads a font when it is first needed, and keeps it, except for the big one, which few documents need. */
function bytesOf(font: string): Buffer {
  const known = read.get(font);
  if (known !== undefined) return known;
  const file = readFileSync(findFile(font));
  const bytes = font.endsWith(".woff") ? unpackWoff(file) : file;
  if (bytes.length < keptBytes) read.set(font, bytes);
  return bytes;
}

/** Finds the font for a piece of text, opening no more files than the text needs. */
export type FindFont = (style: PdfStyle, grapheme: string) => PdfFont;

/** The fonts of one document. A file is embedded once, and only with the characters that are used. */
export function openPdfFonts(document: InstanceType<typeof PDFDocument>): FindFont {
  const opened = new Map<string, PdfFont>();
  const open = (file: string): PdfFont => {
    const known = opened.get(file);
    if (known !== undefined) return known;
    const name = `font-${opened.size}`;
    document.registerFont(name, bytesOf(file));
    document.font(name);
    const glyphs = hasGlyphOf(document);
    const font = { name, has: glyphs };
    opened.set(file, font);
    return font;
  };
  const found = new Map<string, PdfFont>();
  const choose = (style: PdfStyle, grapheme: string): PdfFont => {
    const codePoints = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
    const wanted = codePoints.filter((codePoint) => !isInvisible(codePoint));
    const candidates = files[style];
    const file = candidates.find((one) => wanted.every((codePoint) => open(one).has(codePoint)));
    return open(file ?? lastResort);
  };
  return (style, grapheme) => {
    const key = `${style} ${grapheme}`;
    const font = found.get(key) ?? choose(style, grapheme);
    found.set(key, font);
    return font;
  };
}

/** Joiners and variation selectors: they are invisible, so a font need not have them. */
function isInvisible(codePoint: number): boolean {
  return /^[\p{Default_Ignorable_Code_Point}]$/u.test(String.fromCodePoint(codePoint));
}

interface OpenedFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** Asks the font library, which the types of the PDF library do not mention. */
function hasGlyphOf(document: object): (codePoint: number) => boolean {
  const { _font } = document as { _font: OpenedFont };
  return (codePoint) => _font.font.hasGlyphForCodePoint(codePoint);
}

interface ShapingFont {
  layoutCache?: Record<string, unknown>;
}

/** Clears the library's cache of shaped words, which otherwise keeps every word. */
export function clearShapedWords(document: object): void {
  const { _fontFamilies } = document as { _fontFamilies: Record<string, ShapingFont> };
  for (const font of Object.values(_fontFamilies)) {
    if (font.layoutCache !== undefined) font.layoutCache = {};
  }
}
