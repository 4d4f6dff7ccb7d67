import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { pagePolicy } from "./security-headers.ts";

const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 6 }),
} as const;

export type ContentEncoding = keyof typeof compressors;

/** The encoding to answer with, or undefined for none. */
export function chooseEncoding(accepted: string | undefined): ContentEncoding | undefined {
  const names = (accepted ?? "")
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(";")[0]?.trim().toLowerCase());
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : undefined;
}

/** Compresses a page's text. */
export function compressHtml(html: string, encoding: ContentEncoding): Promise<Buffer> {
  return compressors[encoding](html);
}

export interface HtmlOptions {
  status?: number;
  /** Hashes of inline styles for the page's policy. */
  styles?: readonly string[];
  /** The product itself may frame it. */
  framed?: boolean;
  headers?: Record<string, string>;
}

/** Answers with a page: compressed, never stored, under the policy of pages. */
export async function htmlResponse(
  c: Context,
  html: string,
  options: HtmlOptions = {},
): Promise<Response> {
  const encoding = chooseEncoding(c.req.header("accept-encoding"));
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    Vary: "Accept-Encoding",
    "Content-Security-Policy": pagePolicy({ styles: options.styles, framed: options.framed }),
    ...options.headers,
  });
  if (encoding !== undefined) headers.set("Content-Encoding", encoding);
  const body = encoding === undefined ? html : new Uint8Array(await compressHtml(html, encoding));
  return new Response(body, { status: options.status ?? 200, headers });
}
