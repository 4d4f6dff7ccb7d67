import type { z } from "zod";
import type { AppScope } from "./auth/scopes.ts";
import type { ErrorCode } from "./errors.ts";

interface EndpointBase {
  /**
   * Parameters are in Hono's notation: `/api/circles/:id`. `/functions/v1` has the few that are called as functions.
   */
  path: `/api/${string}` | `/functions/v1/${string}`;
  summary: string;
  /**
   * Who may call: anyone, a signed-in owner (bearer token), the holder of a private link (`X-Invite-Token`), or an
   * operator (bearer token). To everybody else, an operator's endpoint does not exist.
   */
  access: "public" | "owner" | "invitee" | "operator";
  params?: z.ZodObject;
  query?: z.ZodObject;
  /**
   * The scopes that an app must have to call it, all of them. Without this, no app may. Only for endpoints that read.
   */
  scopes?: readonly [AppScope, ...AppScope[]];
  /** The errors it may return besides those of every endpoint (malformed input, too many requests, signed out). */
  errors: readonly ErrorCode[];
}

/** An endpoint that answers with JSON. */
export interface JsonEndpoint extends EndpointBase {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: z.ZodType;
  /** A body of bytes instead of JSON, such as a picture. */
  rawBody?: { maxBytes: number; tooLarge: ErrorCode };
  /** 200 by default. */
  status?: 200 | 201;
  output: z.ZodType;
  file?: never;
}

/** An endpoint that returns a file to download, with its name. */
export interface FileEndpoint extends EndpointBase {
  method: "GET";
  body?: never;
  rawBody?: never;
  status?: never;
  output?: never;
  /** The media type of the file. */
  file: string;
}

/** An endpoint's definition, read by the server's routes, the OpenAPI document and the browser's typed client. */
export type EndpointDefinition = JsonEndpoint | FileEndpoint;

/** Declares an endpoint and keeps the literal types that callers are checked against. */
export function defineEndpoint<const E extends EndpointDefinition>(endpoint: E): E {
  return endpoint;
}

type InputPart<E, K extends string> = E extends { [key in K]: infer S extends z.ZodType }
  ? { [key in K]: z.input<S> }
  : unknown;

/** What a caller passes: `params`, `query` and `body`, each only if the endpoint has it. */
export type EndpointInput<E extends EndpointDefinition> = InputPart<E, "params"> &
  InputPart<E, "query"> &
  InputPart<E, "body">;

export type EndpointOutput<E extends JsonEndpoint> = z.output<E["output"]>;

/**
 * The name of the header with an invite token. The token is never in the address, so that no log or referrer
 * contains it.
 */
export const inviteTokenHeader = "X-Invite-Token";
