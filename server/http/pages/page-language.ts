import type { Context } from "hono";
import { findLanguage, type Language, languages } from "#contract/languages.ts";

/** The language that the address of a page names (`?lang=de`). */
export function namedLanguage(c: Context): Language | undefined {
  const named = c.req.query("lang");
  return languages.find((language) => language === named);
}

/** The language of a page: the one that its address names, or else the paraline's, or else the browser's. */
export function pageLanguage(c: Context, ofCircle?: Language): Language {
  return namedLanguage(c) ?? ofCircle ?? acceptedLanguage(c) ?? "en";
}

/** The supported language that the browser's `Accept-Language` puts first. */
function acceptedLanguage(c: Context): Language | undefined {
  const ranges = (c.req.header("accept-language") ?? "").split(",").map((range) => {
    const [tag = "", quality] = range.trim().split(/;\s*q=/);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  const preferred = ranges.filter(({ quality }) => quality > 0);
  return findLanguage(preferred.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag));
}
