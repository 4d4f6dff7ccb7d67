import type { MiddlewareHandler } from "hono";

/**
 * What may go wrong with one request to Stripe. 403: a restricted key may not do it. 429: too many requests were made;
 * the library does not repeat it. `dropped after`: it was carried out, but the response is lost.
 */
export type Fault = 403 | 429 | 500 | "dropped before" | "dropped after";

interface FirstRequest {
  path: string;
  body: string;
  /** Undefined while it is in flight. */
  response: Response | undefined;
}

/**
 * How Stripe treats requests, whatever they are about. It keeps the status and the body of the first response for an
 * idempotency key, even of an error, and refuses the key with other parameters, or while the first request is in
 * progress. Tests can make requests fail, or hold them.
 * Source: https://docs.stripe.com/api/idempotent_requests and https://docs.stripe.com/error-low-level
 */
export function createStripeRequests() {
  const first = new Map<string, FirstRequest>();
  let faults: { on: string; fault: Fault }[] = [];
  const held = new Map<string, Promise<void>>();

  const handle: MiddlewareHandler = async (c, next) => {
    const key = c.req.header("idempotency-key");
    const { method, path } = c.req;
    const body = await c.req.text();
    if (method === "POST" && key !== undefined) {
      const known = first.get(key);
      if (known !== undefined) return answerAgain(known, { path, body });
      first.set(key, { path, body, response: undefined });
    }
    const asked = `${method} ${path}`;
    await held.get(asked);
    const index = faults.findIndex(({ on }) => on === asked);
    const [failing] = index < 0 ? [] : faults.splice(index, 1);
    const fault = failing?.fault;
    if (fault === "dropped before" || fault === 429) {
      // Stripe keeps only the response to a request that it has begun to carry out.
      if (key !== undefined) first.delete(key);
      return fault === 429 ? refuseTooMany() : dropConnection(c.env);
    }
    if (fault === 500) {
      c.res = Response.json(
        { error: { type: "api_error", message: "Something went wrong at Stripe." } },
        { status: 500 },
      );
    } else if (fault === 403) {
      const message = "The provided key does not have the required permissions for this endpoint.";
      c.res = Response.json({ error: { type: "invalid_request_error", message } }, { status: 403 });
    } else await next();
    const kept = key === undefined ? undefined : first.get(key);
    if (kept !== undefined) kept.response = c.res.clone();
    return fault === "dropped after" ? dropConnection(c.env) : c.res;
  };

  return {
    handle,
    /** Makes the next request `on` (such as "POST /v1/customers") fail in this way. */
    fail(on: string, fault: Fault) {
      faults.push({ on, fault });
    },
    /** Makes requests `on` wait until the returned function is called. */
    hold(on: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(on, promise);
      return () => {
        held.delete(on);
        resolve();
      };
    },
    /** Forgets faults that did not happen, and holds nothing any more. */
    reset() {
      faults = [];
      held.clear();
    },
  };
}

function answerAgain(known: FirstRequest, { path, body }: { path: string; body: string }) {
  if (known.path !== path || known.body !== body) {
    const message =
      "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    return Response.json({ error: { type: "idempotency_error", message } }, { status: 400 });
  }
  if (known.response === undefined) {
    const message = "There is currently another in-progress request using this idempotency key.";
    return Response.json(
      { error: { type: "idempotency_error", code: "idempotency_key_in_use", message } },
      { status: 409 },
    );
  }
  return known.response.clone();
}

function refuseTooMany(): Response {
  const error = {
    type: "invalid_request_error",
    code: "rate_limit",
    message: "Too many requests.",
  };
  return Response.json({ error }, { status: 429 });
}

function dropConnection({ outgoing }: { outgoing: { destroy(): void } }): Response {
  outgoing.destroy();
  return new Response();
}
