import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

interface EndpointBase {
  /** Parameters in Hono's notation: `/api/circles/:id`. `/functions/v1` has the few that are called as functions. */
  path: `/api/${string}` | `/functions/v1/${string}`;
  summary: string;
  /** Who may call: anyone, a signed-in owner (bearer token), or the holder of an invite link (`X-Invite-Token`). */
  access: "public" | "owner" | "invitee";
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** What it may refuse besides what every endpoint may (malformed input, too many requests, signed out). */
  errors: readonly ErrorCode[];
}

/** An endpoint that answers with JSON. */
export interface JsonEndpoint extends EndpointBase {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: z.ZodType;
  /** 200 unless said otherwise. */
  status?: 200 | 201;
  output: z.ZodType;
  file?: never;
}

/** An endpoint that answers with a file to be kept, under a name that comes with it. */
export interface FileEndpoint extends EndpointBase {
  method: "GET";
  body?: never;
  status?: never;
  output?: never;
  /** Its media type. */
  file: string;
}

/** What an endpoint is. The server's routes, the OpenAPI document and the browser's typed caller all read this. */
export type EndpointDefinition = JsonEndpoint | FileEndpoint;

/** Declares an endpoint, keeping the literal types that callers are checked against. */
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

/** What a caller gets back. */
export type EndpointOutput<E extends JsonEndpoint> = z.output<E["output"]>;

/** The name of the header that carries an invite token: never an address, so that no log or referrer holds it. */
export const inviteTokenHeader = "X-Invite-Token";
