import { closeCircle } from "#contract/circles/circles.ts";
import type { EndpointDefinition } from "#contract/endpoint.ts";

/** What owners, their apps, payment providers and operators call, besides the endpoints for owners. */
const ownersPath = /^\/(?:auth\/v1\/.+|mcp|api\/billing\/webhook|healthz|readyz|metrics)$/;

/** It takes as long as it finds answers that wait. */
const closing = `${closeCircle.method} ${closeCircle.path}`;

/**
 * Whether only owners and operators call a route. Invitees, and the browsers that show them a page, may call any other:
 * an endpoint that is new is one of theirs until it takes an owner's token. Closing a circle counts as theirs.
 * @param path its template
 */
export function isOwnersRoute(
  endpoints: readonly EndpointDefinition[],
  method: string,
  path: string,
): boolean {
  if (`${method} ${path}` === closing) return false;
  return (
    ownersPath.test(path) ||
    endpoints.some(
      (endpoint) =>
        endpoint.access === "owner" && endpoint.method === method && endpoint.path === path,
    )
  );
}
