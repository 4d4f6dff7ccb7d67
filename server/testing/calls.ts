import type { EndpointOutput, JsonEndpoint } from "#contract/endpoint.ts";
import type { Db } from "#server/db/tables.ts";
import type { Deps } from "#server/deps.ts";
import type { TestClock } from "./clock.ts";
import type { TestOwner } from "./owners.ts";

/** Calls of the app that tests make again and again. */
export interface TestCalls {
  readonly deps: Deps;
  readonly db: Db;
  readonly clock: TestClock;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Posts JSON without a session. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form without a session, as a page without scripts does. */
  postForm(path: string, fields: Record<string, string>): Promise<Response>;
  /** Makes a call of `/api` as an owner. The body is sent as JSON. */
  as(owner: TestOwner, method: string, path: string, body?: unknown): Promise<Response>;
  /** Calls an endpoint as an owner, and returns its response. Throws unless the call succeeds. */
  call<E extends JsonEndpoint>(
    owner: TestOwner,
    endpoint: E,
    input?: { params?: Record<string, string>; body?: unknown },
  ): Promise<EndpointOutput<E>>;
  /** Runs every job that is due by the test's clock, until none is left. */
  work(): Promise<void>;
}
