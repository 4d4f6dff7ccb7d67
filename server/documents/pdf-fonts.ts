import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as HarfBuzz from "harfbuzzjs";
import type PDFDocument from "pdfkit";
import { type LibraryFont, shapeWithHarfBuzz } from "./pdf-shaping.ts";
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

const lastResort = "@fontsource/unifontex/files/unifontex-latin-400-normal.woff";

const files: Record<PdfStyle, string[]> = {
  text: literata(400),
  strong: literata(500),
  label: [...commissioner, ...literata(400)],
};

/** The scripts that have a font of their own, which is opened only for them. */
const scriptFonts: { script: RegExp; file: (weight: number) => string }[] = [
  { script: /\p{scx=Hebr}/u, file: () => "@embedpdf/fonts-hebrew/NotoSansHebrew-Regular.ttf" },
  { script: /\p{scx=Arab}/u, file: () => "@embedpdf/fonts-arabic/NotoNaskhArabic-Regular.ttf" },
  { script: /\p{scx=Deva}/u, file: noto("devanagari") },
  { script: /\p{scx=Beng}/u, file: noto("bengali") },
  { script: /\p{scx=Guru}/u, file: noto("gurmukhi") },
  { script: /\p{scx=Gujr}/u, file: noto("gujarati") },
  { script: /\p{scx=Orya}/u, file: noto("oriya") },
  { script: /\p{scx=Taml}/u, file: noto("tamil") },
  { script: /\p{scx=Telu}/u, file: noto("telugu") },
  { script: /\p{scx=Knda}/u, file: noto("kannada") },
  { script: /\p{scx=Mlym}/u, file: noto("malayalam") },
  { script: /\p{scx=Sinh}/u, file: noto("sinhala") },
  { script: /\p{scx=Thai}/u, file: noto("thai") },
  { script: /\p{scx=Laoo}/u, file: noto("lao") },
  { script: /\p{scx=Khmr}/u, file: noto("khmer") },
  { script: /\p{scx=Mymr}/u, file: noto("myanmar") },
];

function noto(script: string): (weight: number) => string {
  return (weight) =>
    `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`;
}

/** Characters of scripts whose letters join, stack or change places, which fonts for single characters show badly. */
const complex =
  /[[\p{M}--[\p{sc=Zinh}\p{sc=Zyyy}\p{sc=Cyrl}\p{sc=Ethi}\p{sc=Hang}]]\p{sc=Tibt}\p{sc=Mong}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Adlm}]/gv;

/** The first line of a file for which {@link isShownBadly} is true. */
export const shownBadly =
  "Some of the text below is in a script that this PDF cannot show correctly.";

/** Whether a text is in a script that PDF files show badly, because there is no font for it here. */
export function isShownBadly(text: string): boolean {
  const characters = new Set(text.match(complex));
  return [...characters].some((one) => !scriptFonts.some(({ script }) => script.test(one)));
}

/** Two of the packages export only their entry file. The fonts are next to it. */
function findFile(font: string): string {
  const [, name, file] = /^(@embedpdf\/[^/]+)\/(.+)$/.exec(font) ?? [];
  if (name === undefined || file === undefined) return resolve(font);
  return join(dirname(resolve(name)), "..", "fonts", file);
}

interface ReadFont {
  bytes: Buffer;
  shaper: HarfBuzz.Font;
}

const keptBytes = 500_000;
const read = new Map<string, ReadFont>();

/** Reads a font when it is first needed, and keeps it, except for the big one, which few documents need. */
function readFont(harfbuzz: typeof HarfBuzz, font: string): ReadFont {
  const known = read.get(font);
  if (known !== undefined) return known;
  const file = readFileSync(findFile(font));
  const bytes = font.endsWith(".woff") ? unpackWoff(file) : file;
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  if (bytes.length < keptBytes) read.set(font, { bytes, shaper });
  return { bytes, shaper };
}

/** Finds the font for a piece of text, opening no more files than the text needs. */
export type FindFont = (style: PdfStyle, grapheme: string) => PdfFont;

/** The fonts of one document. A file is embedded once, and only with the characters that are used. */
export async function openPdfFonts(document: InstanceType<typeof PDFDocument>): Promise<FindFont> {
  const harfbuzz = await import("harfbuzzjs");
  const opened = new Map<string, PdfFont>();
  const open = (file: string): PdfFont => {
    const known = opened.get(file);
    if (known !== undefined) return known;
    const name = `font-${opened.size}`;
    const { bytes, shaper } = readFont(harfbuzz, file);
    document.registerFont(name, bytes);
    const library = findLibraryFont(document.font(name));
    shapeWithHarfBuzz(harfbuzz, library, shaper);
    const has = (codePoint: number) => library.font.hasGlyphForCodePoint(codePoint);
    const font = { name, has };
    opened.set(file, font);
    return font;
  };
  const found = new Map<string, PdfFont>();
  const choose = (style: PdfStyle, grapheme: string): PdfFont => {
    const codePoints = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
    const wanted = codePoints.filter((codePoint) => !isInvisible(codePoint));
    const weight = style === "strong" ? 500 : 400;
    const own = scriptFonts.filter(({ script }) => script.test(grapheme));
    const candidates = [...own.map(({ file }) => file(weight)), ...files[style]];
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

interface OpenedFont extends LibraryFont {
  font: LibraryFont["font"] & { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** The font that a document writes in. The types of the PDF library do not mention it. */
function findLibraryFont(document: object): OpenedFont {
  const { _font } = document as { _font: OpenedFont };
  return _font;
}
