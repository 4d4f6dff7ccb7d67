import { DomainError } from "#contract/errors.ts";
import { isStorableText } from "#contract/values/plain-text.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AuthContext } from "../http/wire.ts";
import { OAuthError } from "./oauth-error.ts";

const bodyBytes = 64 * 1024;
const characters = 4096;

/** The parameters of a call. Empty ones count as absent (RFC 6749, 3.1). */
export type Parameters = ReadonlyMap<string, string>;

/** @throws OAuthError invalid_request for a parameter that is repeated, too long, or not a text */
export function readQuery(c: AuthContext): Parameters {
  return readPairs(new URL(c.req.url).searchParams);
}

/** The parameters of a posted form, or of a JSON object. @throws OAuthError invalid_request */
export async function readBodyParameters(c: AuthContext): Promise<Parameters> {
  const text = new TextDecoder().decode(
    await readBody(c.req.raw, bodyBytes).catch((cause) => {
      if (!(cause instanceof DomainError)) throw cause;
      throw new OAuthError("invalid_request", "That is too large to send.", { status: 413, cause });
    }),
  );
  const type = c.req.header("content-type") ?? "";
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return readPairs(new URLSearchParams(text));
  }
  if (/^application\/json\s*(;|$)/i.test(type)) return readPairs(Object.entries(parseObject(text)));
  throw new OAuthError("invalid_request", "The body must be a form or a JSON object.");
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new OAuthError("invalid_request", "The body is not a JSON object.", { cause });
  }
  throw new OAuthError("invalid_request", "The body is not a JSON object.");
}

function readPairs(pairs: Iterable<[string, unknown]>): Parameters {
  const read = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value === "" || value === null) continue;
    if (typeof value !== "string" || value.length > characters || !isStorableText(value)) {
      throw new OAuthError("invalid_request", `${name} is not valid.`);
    }
    if (read.has(name)) throw new OAuthError("invalid_request", `${name} is there twice.`);
    read.set(name, value);
  }
  return read;
}

/** @throws OAuthError invalid_request if it is absent */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `${name} is required.`);
  return value;
}
