import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { resolve } from "node:path";
import type { ViteDevServer } from "vite";
import { forEachLanguage } from "#contract/languages.ts";
import type { Pages } from "#contract/pages.ts";
import type { WebBuild } from "./web-build.ts";

export async function loadWebSources(
  server: Server,
): Promise<{ vite: ViteDevServer; web: WebBuild }> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: "web/vite.config.ts",
    appType: "custom",
    server: { middlewareMode: true, ws: { server } },
  });
  const pages = new Proxy({} as Pages, {
    get:
      (_target, name: keyof Pages) =>
      async (...args: unknown[]) => {
        const source: { pages: Record<string, (...args: unknown[]) => string> } =
          (await vite.ssrLoadModule("/pages.tsx")) as never;
        const html = source.pages[name]?.(...args) ?? "";
        return vite.transformIndexHtml("/", html);
      },
  });
  const entry = (file: string) => ({
    scripts: [file],
    preloads: [],
    stylesheets: [],
    inlineCss: "",
  });
  return {
    vite,
    web: {
      directory: "web/public",
      pages,
      assets: {
        // The development server has English scripts alone, so other languages are shown without.
        invitee: forEachLanguage((language) =>
          language === "en" ? entry("/invitee/main.tsx") : { ...entry(""), scripts: [] },
        ),
        publicPages: entry("/public-pages.ts"),
        fonts: [],
        linkPicture: undefined,
      },
      appHtml: await vite.transformIndexHtml("/", await readFrame(vite)),
      styleHashes: [],
      scriptHashes: [],
    },
  };
}

async function readFrame(vite: ViteDevServer): Promise<string> {
  const html = await readFile("web/index.html", "utf8");
  const beside = resolve(vite.config.root, "..");
  return html.replaceAll('href="../', `href="/@fs/${beside.replace(/^\//, "")}/`);
}
