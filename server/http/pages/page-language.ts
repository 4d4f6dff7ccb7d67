import type { Context } from "hono";
import { findLanguage, type Language, languages } from "#contract/languages.ts";
import type { AppEnv } from "../request-context.ts";

/** The supported language with this tag. */
export function readLanguage(tag: string | null | undefined): Language | undefined {
  return languages.find((language) => language === tag);
}

/** The language that was chosen: the one that the address names (`?lang=de`), or that of the page that was posted. */
export function chosenLanguage(c: Context<AppEnv>): Language | undefined {
  return readLanguage(c.req.query("lang")) ?? c.get("postedLanguage");
}

/** The language of a page: the chosen one, or else the paraline's, or else the browser's. */
export function pageLanguage(c: Context<AppEnv>): Language {
  return chosenLanguage(c) ?? c.get("circleLanguage") ?? acceptedLanguage(c) ?? "en";
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
