import type { Context, Hono } from "hono";
import type { z } from "zod";
import {
  type EndpointDefinition,
  type FileEndpoint,
  inviteTokenHeader,
  type JsonEndpoint,
} from "#contract/endpoint.ts";
import { DomainError, errorStatus } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { runAsSession } from "#server/access/acting-session.ts";
import type { Operator } from "#server/access/operator.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Clock } from "#server/system/clock.ts";
import { readBody, readJson } from "./read-body.ts";
import type { AppEnv } from "./request-context.ts";

type Parsed<E, K extends string> = E extends { [key in K]: infer S extends z.ZodType }
  ? { [key in K]: z.output<S> }
  : unknown;

type Caller<E extends EndpointDefinition> = E["access"] extends "owner"
  ? OwnerCall
  : E["access"] extends "operator"
    ? OperatorCall
    : E["access"] extends "invitee"
      ? { invite_token: string }
      : unknown;

/** What a handler gets: only values that the contract has validated, and who is calling. */
type Call<E extends EndpointDefinition> = Parsed<E, "params"> &
  Parsed<E, "query"> &
  Parsed<E, "body"> &
  (E extends { rawBody: object } ? { sent: Buffer } : unknown) &
  Caller<E> & { c: Context<AppEnv> };

export interface NamedFile {
  file_name: string;
  content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

export type OwnerCall = { owner: OwnerId; session: AuthenticatedSession };

export type OperatorCall = { operator: Operator; session: AuthenticatedSession };

/** Who is asking, decided before a handler runs. */
export interface RequestAccess {
  /**
   * @param isCounted whether the call counts towards the caller's limit @throws AuthError or DomainError without a
   * valid session or second factor, or for an app that may not make the call; rate_limited
   */
  owner(
    authorization: string | undefined,
    scopes: EndpointDefinition["scopes"],
    options: { isCounted: boolean },
  ): Promise<OwnerCall>;
  /**
   * @throws DomainError not_found for everybody who is not an operator, signed in or not; insufficient_aal or
   *   operator_second_step_missing for an operator without a second step
   */
  operator(authorization: string | undefined): Promise<OperatorCall>;
  /** Counts a call by anybody else, by network address. @throws DomainError rate_limited */
  limit(c: Context<AppEnv>): Promise<void>;
}

export interface Api {
  /** Handlers never read the body themselves, because the caller may be signed out before it arrives. */
  on<const E extends JsonEndpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<z.input<E["output"]>>,
  ): void;
  onFile<const E extends FileEndpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<NamedFile>,
  ): void;
  readonly endpoints: readonly EndpointDefinition[];
}

/** Serves endpoints of the contract on a Hono app. Endpoints for owners store only while the session may act. */
export function createApi(
  app: Hono<AppEnv>,
  requestAccess: RequestAccess,
  deps: { clock: Clock },
): Api {
  const endpoints: EndpointDefinition[] = [];
  function serve<E extends EndpointDefinition>(
    endpoint: E,
    answer: (call: Call<E>) => Promise<Response>,
  ): void {
    // Otherwise the API document would show everybody that there is an operator's page.
    if (endpoint.access !== "operator") endpoints.push(endpoint);
    app.on(endpoint.method, endpoint.path, async (c) => {
      let caller = await identify(endpoint, requestAccess, c);
      const params = endpoint.params && parseParams(endpoint, c.req.param());
      const query = endpoint.query && parse(endpoint.query, c.req.query());
      const body =
        endpoint.body && parse(endpoint.body, await readJson(c.req.raw, limits.requestBytes));
      const { rawBody } = endpoint;
      const sent = rawBody && (await readBody(c.req.raw, rawBody.maxBytes, rawBody.tooLarge));
      // A client can hold back the body until the session with which the request began has ended.
      if (hasBody(endpoint) && endpoint.access === "owner") {
        caller = await requestAccess.owner(c.req.header("authorization"), endpoint.scopes, {
          isCounted: false,
        });
      }
      const call = { ...caller, params, query, body, sent, c } as Call<E>;
      return "session" in caller
        ? runAsSession(deps, caller.session, () => answer(call))
        : answer(call);
    });
  }
  return {
    endpoints,
    on(endpoint, handler) {
      serve(endpoint, async (call) =>
        Response.json(endpoint.output.parse(await handler(call)), {
          status: endpoint.status ?? 200,
          headers: { "Cache-Control": "no-store" },
        }),
      );
    },
    onFile(endpoint, handler) {
      serve(endpoint, async (call) => fileResponse(endpoint.file, await handler(call)));
    },
  };
}

function fileResponse(mediaType: string, { file_name, content }: NamedFile): Response {
  return new Response(content, {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
      "Cache-Control": "no-store",
    },
  });
}

async function identify(
  endpoint: EndpointDefinition,
  requestAccess: RequestAccess,
  c: Context<AppEnv>,
): Promise<OwnerCall | OperatorCall | { invite_token: string } | Record<string, never>> {
  switch (endpoint.access) {
    case "operator":
      return requestAccess.operator(c.req.header("authorization"));
    case "owner":
      return requestAccess.owner(c.req.header("authorization"), endpoint.scopes, {
        isCounted: true,
      });
    case "invitee": {
      // Calls with a known token are counted by token, because a whole office may share one network address.
      const inviteToken = c.req.header(inviteTokenHeader) ?? "";
      if (!isInviteToken(inviteToken)) {
        await requestAccess.limit(c);
        throw new DomainError("invite_invalid");
      }
      return { invite_token: inviteToken };
    }
    case "public":
      await requestAccess.limit(c);
      return {};
  }
}

function hasBody({ body, rawBody }: EndpointDefinition): boolean {
  return body !== undefined || rawBody !== undefined;
}

/** Whether a text has the form of an invite token. Other texts are never looked up. */
export function isInviteToken(text: string): boolean {
  // The longest ones contain the first name of somebody who came through an open link.
  return /^[A-Za-z0-9_-]{22,600}$/.test(text);
}

/** Reads the parameters. A malformed id gets the same error as one that is somebody else's or deleted. */
function parseParams(endpoint: EndpointDefinition, value: unknown): unknown {
  const parsed = endpoint.params?.safeParse(value);
  if (parsed?.success) return parsed.data;
  throw new DomainError(endpoint.errors.find((code) => errorStatus(code) === 404) ?? "not_found");
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DomainError("validation_failed", {
    message: issue && asSentence(issue.message),
    path: issue?.path.map((key) => (typeof key === "symbol" ? String(key) : key)),
  });
}

/** Makes a message into a sentence that people read unchanged. The field is reported separately. */
function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
