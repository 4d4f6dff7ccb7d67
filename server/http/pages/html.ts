import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRawSync, gzip } from "node:zlib";
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

/** The encodings that a browser accepts, of those that the server supports. */
export function acceptedEncodings(accepted: string | undefined): ReadonlySet<ContentEncoding> {
  const names = (accepted ?? "")
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(";")[0]?.trim().toLowerCase());
  return new Set((["br", "gzip"] as const).filter((encoding) => names.includes(encoding)));
}

const staticKept = 20;
const staticPages = new Map<string, Promise<Buffer>>();

/** Compresses a page that is identical for everyone, as well as possible. */
function compressStaticPage(html: string, encoding: ContentEncoding): Promise<Buffer> {
  const text = `${encoding} ${html}`;
  return remember(staticPages, staticKept, text, () =>
    staticCompressors[encoding](html).catch((error: unknown) => {
      staticPages.delete(text);
      throw error;
    }),
  );
}

/** Memory for a page of some ten kilobytes. It takes half the time of the default, for a fiftieth more bytes. */
const personalDeflation = { level: 3, windowBits: 14, memLevel: 7, chunkSize: 8 * 1024 };

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const beginningsKept = 20;
const beginnings = new Map<string, { deflated: Buffer; checksum: number }>();

/**
 * Compresses a page made for one person, with gzip. Most of it is its inlined stylesheet, identical for
 * everyone: everything up to the stylesheet's end is compressed once and kept, so that only the rest costs
 * anything. Brotli would save another twentieth of the bytes, but cannot do this, and takes five times as long.
 */
export function gzipPersonalPage(html: string): Buffer {
  const end = html.indexOf("</style>");
  const beginning = html.slice(0, Math.max(0, end));
  const { deflated, checksum } = remember(beginnings, beginningsKept, beginning, () => ({
    // The flush ends on a whole byte, without ending the stream.
    deflated: deflateRawSync(beginning, {
      level: constants.Z_BEST_COMPRESSION,
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
    checksum: crc32(beginning),
  }));
  const rest = Buffer.from(html.slice(beginning.length));
  const footer = Buffer.alloc(8);
  footer.writeUInt32LE(crc32(rest, checksum), 0);
  footer.writeUInt32LE(Buffer.byteLength(beginning) + rest.length, 4);
  return Buffer.concat([gzipHeader, deflated, deflateRawSync(rest, personalDeflation), footer]);
}

/** Returns what was made from a text before, or makes it now. The oldest result is dropped when there are too many. */
function remember<Made>(kept: Map<string, Made>, maxKept: number, text: string, make: () => Made) {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = make();
  kept.set(text, made);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return made;
}

interface HtmlOptions {
  status?: number;
  /** Hashes of inline styles for the page's policy. */
  styles?: readonly string[];
  /** Hashes of inline scripts for the page's policy. */
  scripts?: readonly string[];
  /** Whether the product itself may frame the page. */
  framed?: boolean;
  /** Where the form of the page may finally lead, besides the product. */
  leadsTo?: URL;
  /** The provider whose captcha may load in the page. */
  captcha?: CaptchaProvider | undefined;
  headers?: Record<string, string>;
  /** Whether the page is the same for everyone until the next start. */
  still?: boolean;
}

/** The response with a page: compressed, not to be stored, and with the policy of pages. */
export async function htmlResponse(
  c: Context,
  html: string,
  options: HtmlOptions = {},
): Promise<Response> {
  const { still, status = 200 } = options;
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    Vary: "Accept-Encoding",
    "Content-Security-Policy": pagePolicy({ ...options, pictures: c.get("picturesFrom") }),
    ...options.headers,
  });
  const accepted = acceptedEncodings(c.req.header("accept-encoding"));
  const encoding = still && accepted.has("br") ? "br" : accepted.has("gzip") && "gzip";
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(await bodyOf(html, encoding, still), { status, headers });
}

async function bodyOf(
  html: string,
  encoding: ContentEncoding | false,
  still: boolean | undefined,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (!encoding) return html;
  return new Uint8Array(still ? await compressStaticPage(html, encoding) : gzipPersonalPage(html));
}
