import { join } from "node:path";
import type { Context, Hono } from "hono";
import { type CaptchaProvider, captchaMetaName } from "#contract/auth/captcha.ts";
import type { PricingPageModel } from "#contract/pages.ts";
import { adminPath, ownerPaths, paths } from "#contract/paths.ts";
import { pathForLog } from "../path-for-log.ts";
import type { AppEnv } from "../request-context.ts";
import { builtFiles } from "./built-files.ts";
import { htmlResponse } from "./html.ts";
import type { WebBuild } from "./web-build.ts";

interface StaticPages {
  landing: string;
  pricing: string;
  notFound: string;
}

export async function renderStaticPages(
  { pages, assets }: WebBuild,
  pricing: PricingPageModel,
): Promise<StaticPages> {
  return {
    landing: await pages.landing(assets),
    pricing: await pages.pricing(pricing, assets),
    notFound: await pages.notFound(assets),
  };
}

export function webRoutes(
  app: Hono<AppEnv>,
  {
    web,
    staticPages,
    captcha,
    hasOperators,
  }: {
    web: WebBuild;
    staticPages: StaticPages;
    captcha: WebCaptcha | undefined;
    hasOperators: boolean;
  },
): void {
  const styles = web.styleHashes;
  app.get(paths.landing, (c) => htmlResponse(c, staticPages.landing, { styles, isStatic: true }));
  app.get(paths.pricing, (c) => htmlResponse(c, staticPages.pricing, { styles, isStatic: true }));
  for (const path of [paths.example, paths.exampleDecision]) {
    app.get(path, (c) => htmlResponse(c, exampleDocument(web.appHtml), { styles, isStatic: true }));
  }
  for (const path of hasOperators ? [...ownerPaths, adminPath] : ownerPaths) {
    const shown = path === paths.auth ? captcha : undefined;
    app.get(path, (c) =>
      // The development server renders it anew when the sources change.
      htmlResponse(c, appDocument(web.appHtml, { captcha, shown }), {
        styles,
        isStatic: true,
        captcha: shown?.provider,
        framed: path === paths.circles && c.req.query("preview") !== undefined,
      }),
    );
  }

  app.get(
    "/assets/:file{[\\w.-]+}",
    builtFiles(join(web.directory, "assets"), "public, max-age=31536000, immutable"),
  );
  app.get(
    "/:file{[a-z0-9.-]+\\.(svg|png|ico|webmanifest|txt)}",
    builtFiles(web.directory, "public, max-age=86400"),
  );
}

interface WebCaptcha {
  provider: CaptchaProvider;
  siteKey: string;
}

function appDocument(
  html: string,
  { captcha, shown }: { captcha: WebCaptcha | undefined; shown: WebCaptcha | undefined },
): string {
  if (captcha === undefined) return html;
  const element = metaElement(captchaMetaName, shown ? `${shown.provider} ${shown.siteKey}` : "");
  return html.replace("</head>", () => `${element}</head>`);
}

/** Unlike the screens of owners, the example may be found. */
function exampleDocument(html: string): string {
  return html
    .replace('<meta name="robots" content="noindex" />', "")
    .replace("<title>", () => "<title>An example · ");
}

function metaElement(name: string, content: string): string {
  const escaped = content
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  return `<meta name="${name}" content="${escaped}">`;
}

/** Addresses with these prefixes get JSON responses, even if there is nothing at them. */
const jsonPrefixes = [
  "/api",
  "/.well-known",
  "/auth/v1",
  "/functions/v1",
  "/mcp",
  "/storage/v1",
  "/outbox",
  "/healthz",
  "/readyz",
  "/metrics",
];

export function isJsonPath(path: string): boolean {
  return jsonPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

const knownAddresses: ReadonlySet<string> = new Set(Object.values(paths));

/** The target, with its query, of a known address that ends with slashes; undefined for any other address. */
export function redirectWithoutSlash(address: string): string | undefined {
  const { pathname, search } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  return path !== pathname && knownAddresses.has(path) ? `${path}${search}` : undefined;
}

/** The page for an unknown address, with status 404. It has no script that could report it, so it is logged. */
export function notFoundPage(
  c: Context<AppEnv>,
  staticPages: StaticPages,
  styles: readonly string[],
): Promise<Response> {
  c.var.log.info({ method: c.req.method, path: pathForLog(c.req.path) }, "no such page");
  return htmlResponse(c, staticPages.notFound, { status: 404, styles, isStatic: true });
}
