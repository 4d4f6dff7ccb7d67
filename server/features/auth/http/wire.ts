import { isIP } from "node:net";
import type { Context } from "hono";
import { z } from "zod";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { readEmail } from "#contract/values/email.ts";
import { isStorableText } from "#contract/values/plain-text.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { isDiskFailure, isLostConnection } from "#server/db/errors.ts";
import { isUuid } from "#server/db/uuid.ts";
import { bareAddress, clientAddress } from "#server/http/client-address.ts";
import { readBody } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { privateHeaders } from "#server/http/security-headers.ts";
import type { Logger } from "#server/system/log.ts";
import type { Caller } from "../auth-deps.ts";

export type AuthContext = Context<AppEnv>;

const bodyBytes = 64 * 1024;
const metadataBytes = 16 * 1024;
const metadataLevels = 8;
const userAgentCharacters = 400;
const apiVersion = "2024-01-01";
const apiVersionHeader = "X-Supabase-Api-Version";

/**
 * The only mapping from thrown errors to responses. A client retries after every 5xx status, so these are used only for
 * an outage or an error of the server's own.
 */
export function errorAnswer(c: AuthContext, thrown: unknown, log: Logger): Response {
  const error = toAuthError(thrown, log);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Sb-Error-Code": error.code });
  if (error.retry_after_seconds !== undefined) {
    headers.set("Retry-After", String(error.retry_after_seconds));
  }
  const weakPassword = error.code === "weak_password" ? { reasons: [error.weakness] } : undefined;
  if (usesErrorCodes(c.req.header(apiVersionHeader))) {
    headers.set(apiVersionHeader, apiVersion);
    return json(
      { code: error.code, message: error.message, weak_password: weakPassword },
      error.status,
      headers,
    );
  }
  return json(
    { code: error.status, error_code: error.code, msg: error.message, weak_password: weakPassword },
    error.status,
    headers,
  );
}

/** The error with which a thrown one is answered. Errors that are not the server's own refusals are logged. */
export function toAuthError(thrown: unknown, log: Logger): AuthError {
  if (thrown instanceof AuthError) {
    if (thrown.status >= 500) log.warn({ err: thrown }, "auth call turned away");
    return thrown;
  }
  if (thrown instanceof DomainError && thrown.code === "request_too_large") {
    return new AuthError("request_entity_too_large", { cause: thrown });
  }
  if (isLostConnection(thrown) || isDiskFailure(thrown)) {
    log.error({ err: thrown }, "the database or the disk is not available");
    return new AuthError("service_unavailable", { cause: thrown, retry_after_seconds: 5 });
  }
  log.error({ err: thrown }, "unexpected error");
  return new AuthError("unexpected_failure", { cause: thrown });
}

/**
 * Whether the caller reads the error code from `code`, as newer versions do. A header that is not a date counts as an
 * older version.
 */
function usesErrorCodes(header: string | undefined): boolean {
  if (header === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(header)) return false;
  const date = new Date(`${header}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(header) &&
    date >= new Date(`${apiVersion}T00:00:00Z`)
  );
}

/** A JSON answer that no cache keeps, because most contain a token or personal data. */
export function json(body: unknown, status = 200, headers = new Headers()): Response {
  headers.set("Content-Type", "application/json; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(JSON.stringify(body), { status, headers });
}

/** The response to a call that returns nothing. */
export function noContent(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

/**
 * Redirects a browser. The address may contain a token, so no cache keeps it. The status is 303 after a posted form.
 */
export function redirectTo(location: URL, status: 302 | 303): Response {
  return new Response(null, { status, headers: { ...privateHeaders, Location: location.href } });
}

/**
 * Reads the body and checks it against `schema`; fields that the schema does not name are dropped.
 * @throws AuthError request_entity_too_large, bad_json, validation_failed
 */
export async function readInput<Schema extends z.ZodObject>(
  c: AuthContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parseInput(await readJsonObject(c.req.raw), schema);
}

/** Does the same as {@link readInput} for a call whose body the client library may omit. */
export async function readOptionalInput<Schema extends z.ZodObject>(
  c: AuthContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBytes(c.req.raw);
  return parseInput(bytes.length === 0 ? {} : parseJsonObject(c.req.raw, bytes), schema);
}

function parseInput<Schema extends z.ZodObject>(value: object, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AuthError("validation_failed", { message: parsed.error.issues[0]?.message });
}

async function readJsonObject(request: Request): Promise<object> {
  return parseJsonObject(request, await readBytes(request));
}

async function readBytes(request: Request) {
  return readBody(request, bodyBytes).catch((error) => {
    if (!(error instanceof DomainError)) throw error;
    throw new AuthError("request_entity_too_large", { cause: error });
  });
}

function parseJsonObject(request: Request, bytes: Awaited<ReturnType<typeof readBytes>>): object {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AuthError("bad_json");
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new AuthError("bad_json", { cause });
  }
  throw new AuthError("bad_json");
}

/** @throws AuthError validation_failed (404) if it cannot be an id */
export function readId(c: AuthContext): string {
  const id = c.req.param("id");
  if (isUuid(id)) return id.toLowerCase();
  throw new AuthError("validation_failed", { status: 404, message: "The id must be a UUID" });
}

/** An optional text; null and absent mean the same. */
export function text(name: string, characters: number) {
  return z
    .string(`${name} must be a text.`)
    .refine(isStorableText, `${name} contains characters that cannot be stored.`)
    .refine(
      (value) => value.length <= characters,
      `${name} may have at most ${characters} characters.`,
    )
    .nullish()
    .transform((value) => value ?? undefined);
}

/** A text that must be present and not empty. */
export function requiredText(name: string, characters: number) {
  return text(name, characters).transform((value, context) => {
    if (value !== undefined && value !== "") return value;
    context.addIssue({ code: "custom", message: `${name} is required.` });
    return z.NEVER;
  });
}

/** A password, in Unicode form NFC and never shortened. Its strength is checked when it is set. */
export const passwordField = text("The password", 64 * 1024).transform((value, context) => {
  const password = value?.normalize("NFC");
  if (password === undefined || [...password].length <= limits.passwordCharactersMax) {
    return password;
  }
  const message = `A password may have at most ${limits.passwordCharactersMax} characters.`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** An email address in the form in which it is stored and compared. */
export const emailField = text("The email address", 1024).transform((value, context) => {
  if (value === undefined || value.trim() === "") return undefined;
  const email = readEmail(value);
  if (email !== undefined) return email;
  const message = "Unable to validate email address: invalid format";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** A person's own data, small enough to travel in every token. */
export const metadataField = z
  .record(z.string(), z.unknown(), "data must be an object.")
  .refine((data) => isStorableJson(data, metadataLevels), {
    error: "data is nested too deeply or contains characters that cannot be stored.",
    abort: true,
  })
  .refine(isSmallMetadata, "data is too large.")
  .nullish()
  .transform((value) => value ?? undefined);

/** Whether metadata still fits in a token. */
export function isSmallMetadata(data: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(data)) <= metadataBytes;
}

function isStorableJson(value: unknown, levels: number): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(
    ([key, inner]) => isStorableText(key) && isStorableJson(inner, levels - 1),
  );
}

export function readCaller(c: AuthContext, trustProxy: number): Caller {
  const address = clientAddress(c, trustProxy);
  const ip = bareAddress(address);
  const userAgent = c.req.header("user-agent")?.slice(0, userAgentCharacters);
  return {
    address,
    ip: isIP(ip) === 0 ? null : ip,
    user_agent: userAgent !== undefined && isStorableText(userAgent) ? userAgent : null,
  };
}
