import { DomainError, type ErrorCode } from "#contract/errors.ts";

/**
 * An announced length is correct, because the server reads no further. Otherwise bytes are counted as they arrive,
 * which costs more. @throws DomainError with `too_large`
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  tooLarge: ErrorCode = "request_too_large",
): Promise<Buffer> {
  const announced = request.headers.get("content-length");
  if (Number(announced) > maxBytes) throw new DomainError(tooLarge);
  if (announced !== null) {
    const bytes = Buffer.from(await request.arrayBuffer());
    if (bytes.length > maxBytes) throw new DomainError(tooLarge);
    return bytes;
  }
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new DomainError(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An empty one is `undefined`. @throws DomainError unsupported_media_type, bad_json, request_too_large */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = await readBody(request, maxBytes);
  if (bytes.length === 0) return undefined;
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new DomainError("unsupported_media_type");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new DomainError("bad_json", { cause });
  }
}
