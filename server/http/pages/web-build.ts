import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { languages } from "#contract/languages.ts";
import type { EntryAssets, InlinedTexts, PageAssets, Pages } from "#contract/pages.ts";
import { inlineHash } from "../security-headers.ts";

export interface WebBuild {
  pages: Pages;
  assets: PageAssets;
  directory: string;
  appHtml: string;
  styleHashes: readonly string[];
  /** Hashes of the inline scripts. Only an invitee's pages have one. */
  scriptHashes: readonly string[];
}

const inviteeEntry = "invitee/main.tsx";
const publicPagesEntry = "public-pages.ts";

/** The files with the Latin letters of the two font families. Every page except the invitee's preloads them. */
const preloadedFonts = [
  /^literata-latin-opsz-normal-.*\.woff2$/,
  /^commissioner-latin-wght-normal-.*\.woff2$/,
];

const linkPicture = /^link-picture-.*\.png$/;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

export async function loadWebBuild(dist: string): Promise<WebBuild> {
  const web = join(dist, "web");
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(web, ".vite/manifest.json"), "utf8")),
  );
  const bundle: { pages: Pages; inlined: InlinedTexts } = await import(
    pathToFileURL(join(dist, "pages/pages.js")).href
  );
  const invitee = {} as PageAssets["invitee"];
  for (const language of languages) {
    const entry = language === "en" ? inviteeEntry : `${inviteeEntry}?lang=${language}`;
    invitee[language] = await entryAssets(manifest, entry, web, true);
  }
  const publicPages = await entryAssets(manifest, publicPagesEntry, web, false);
  const files = await readdir(join(web, "assets"));
  const picture = files.find((file) => linkPicture.test(file));
  if (picture === undefined) throw new Error("the web build has no picture for links");
  const fonts = preloadedFonts.flatMap((pattern) => files.filter((file) => pattern.test(file)));
  return {
    directory: web,
    pages: bundle.pages,
    assets: {
      invitee,
      publicPages,
      fonts: fonts.map((file) => `/assets/${file}`),
      linkPicture: `/assets/${picture}`,
    },
    appHtml: await readFile(join(web, "index.html"), "utf8"),
    styleHashes: [
      ...new Set(Object.values(invitee).map(({ inlineCss }) => inlineCss)),
      ...bundle.inlined.styles,
    ].map(inlineHash),
    scriptHashes: bundle.inlined.scripts.map(inlineHash),
  };
}

/** Makes the address of the picture for links complete, as messengers need it. */
export function withLinkPictureAt(publicUrl: string, web: WebBuild): WebBuild {
  const { linkPicture } = web.assets;
  if (linkPicture === undefined) return web;
  return { ...web, assets: { ...web.assets, linkPicture: publicUrl + linkPicture } };
}

async function entryAssets(
  manifest: Manifest,
  name: string,
  web: string,
  inline: boolean,
): Promise<EntryAssets> {
  const chunks = reachable(manifest, name);
  const [entry, ...imported] = chunks.map((chunk) => `/${chunk.file}`);
  if (entry === undefined) throw new Error(`the web build has no entry ${name}`);
  const css = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  return {
    scripts: [entry],
    preloads: imported,
    stylesheets: inline ? [] : css.map((file) => `/${file}`),
    inlineCss: inline
      ? (await Promise.all(css.map((file) => readFile(join(web, file), "utf8")))).join("").trim()
      : "",
  };
}

function reachable(manifest: Manifest, name: string): Manifest[string][] {
  const seen = new Set<string>();
  const chunks: Manifest[string][] = [];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    chunks.push(chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(name);
  return chunks;
}
