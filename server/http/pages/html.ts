import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import type { CaptchaProvider } from "#contract/auth/captcha.ts";
import { pagePolicy } from "../security-headers.ts";

/** Static pages are compressed only once, so it may take long. */
const staticCompressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
} as const;

export type ContentEncoding = keyof typeof staticCompressors;

export function acceptedEncodings(accepted: string | undefined): ReadonlySet<ContentEncoding> {
  const names = (accepted ?? "")
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(";")[0]?.trim().toLowerCase());
  return new Set((["br", "gzip"] as const).filter((encoding) => names.includes(encoding)));
}

const staticKept = 20;
const staticPages = new Map<string, Promise<Buffer>>();

/** Compresses a page that is identical for everyone, as well as possible. The oldest is forgotten when there are many. */
function compressStaticPage(html: string, encoding: ContentEncoding): Promise<Buffer> {
  const text = `${encoding} ${html}`;
  const known = staticPages.get(text);
  if (known !== undefined) return known;
  const compressed = staticCompressors[encoding](html).catch((error: unknown) => {
    staticPages.delete(text);
    throw error;
  });
  staticPages.set(text, compressed);
  const [oldest] = staticPages.keys();
  if (staticPages.size > staticKept && oldest !== undefined) staticPages.delete(oldest);
  return compressed;
}

/** A page made for one person is compressed for each request: level 6 takes half as long again, for a thirtieth less. */
const compressPersonalPage = (html: string) => promisify(gzip)(html, { level: 4 });

interface HtmlOptions {
  status?: number;
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Whether the product itself may frame the page. */
  framed?: boolean;
  leadsTo?: URL;
  captcha?: CaptchaProvider | undefined;
  headers?: Record<string, string>;
  isStatic?: boolean;
}

export async function htmlResponse(
  c: Context,
  html: string,
  options: HtmlOptions = {},
): Promise<Response> {
  const { isStatic, status = 200 } = options;
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    Vary: "Accept-Encoding",
    "Content-Security-Policy": pagePolicy({ ...options, pictures: c.get("picturesFrom") }),
    ...options.headers,
  });
  const accepted = acceptedEncodings(c.req.header("accept-encoding"));
  const encoding = isStatic && accepted.has("br") ? "br" : accepted.has("gzip") && "gzip";
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(await encodeBody(html, encoding, isStatic), { status, headers });
}

async function encodeBody(
  html: string,
  encoding: ContentEncoding | false,
  isStatic: boolean | undefined,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (!encoding) return html;
  const compress = isStatic ? compressStaticPage(html, encoding) : compressPersonalPage(html);
  return new Uint8Array(await compress);
}
