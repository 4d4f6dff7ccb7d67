import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call: anyone, a signed-in owner (bearer token), or the holder of an invite link (`X-Invite-Token`). */
export type EndpointAccess = "public" | "owner" | "invitee";

/** What an endpoint is. The server's routes, the OpenAPI document and the browser's typed caller all read this. */
export interface EndpointDefinition {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Parameters in Hono's notation: `/api/circles/:id`. Under `/functions/v1` stand the specification's own few. */
  path: `/api/${string}` | `/functions/v1/${string}`;
  summary: string;
  access: EndpointAccess;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** 200 unless said otherwise. */
  status?: 200 | 201;
  output: z.ZodType;
  /** Answers with a file of this media type instead; `output` is its bytes then, which nobody checks. */
  file?: string;
  /** What it may refuse besides what every endpoint may (malformed input, too many requests, signed out). */
  errors: readonly ErrorCode[];
}

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
export type EndpointOutput<E extends EndpointDefinition> = z.output<E["output"]>;

/** The name of the header that carries an invite token: never an address, so that no log or referrer holds it. */
export const inviteTokenHeader = "X-Invite-Token";
