import { join } from "node:path";
import type { Context, Handler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { readFileIfExists } from "#server/system/files.ts";
import type { AppEnv } from "../request-context.ts";
import { acceptedEncodings, type ContentEncoding } from "./html.ts";

interface BuiltFile {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  compressed: Partial<Record<ContentEncoding, Uint8Array<ArrayBuffer>>>;
}

/** Each is read once and kept: reading a file costs five times as much as sending it. */
export function builtFiles(directory: string, cacheControl: string): Handler<AppEnv> {
  const kept = new Map<string, Promise<BuiltFile | undefined>>();
  return async (c) => {
    const name = c.req.param("file") ?? "";
    const reading = kept.get(name) ?? readBuiltFile(directory, name);
    kept.set(name, reading);
    const file = await reading.catch((error: unknown) => {
      kept.delete(name);
      throw error;
    });
    if (file !== undefined) return answer(c, file, cacheControl);
    // Anyone may request names that do not exist.
    kept.delete(name);
    return c.notFound();
  };
}

function answer(c: Context, file: BuiltFile, cacheControl: string): Response {
  const accepted = acceptedEncodings(c.req.header("accept-encoding"));
  const encoding = (["br", "gzip"] as const).find(
    (name) => accepted.has(name) && file.compressed[name],
  );
  const headers = new Headers({ "Content-Type": file.type, "Cache-Control": cacheControl });
  if (Object.keys(file.compressed).length > 0) headers.set("Vary", "Accept-Encoding");
  if (encoding === undefined) return new Response(file.bytes, { headers });
  headers.set("Content-Encoding", encoding);
  return new Response(file.compressed[encoding], { headers });
}

async function readBuiltFile(directory: string, name: string): Promise<BuiltFile | undefined> {
  const path = join(directory, name);
  const [bytes, br, gzip] = await Promise.all([
    readFileIfExists(path),
    readFileIfExists(`${path}.br`),
    readFileIfExists(`${path}.gz`),
  ]);
  if (bytes === undefined) return undefined;
  return {
    type: getMimeType(name) ?? "application/octet-stream",
    bytes,
    compressed: { ...(br && { br }), ...(gzip && { gzip }) },
  };
}
