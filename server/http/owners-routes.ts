import type { EndpointDefinition } from "#contract/endpoint.ts";

/** The paths that owners, their apps, payment providers and operators call, besides the endpoints for owners. */
const ownersPath = /^\/(?:auth\/v1\/.+|mcp|api\/billing\/webhook|healthz|readyz|metrics)$/;

/** A new endpoint counts as one for invitees unless it takes an owner's token. @param path the template of the path */
export function isOwnersRoute(
  endpoints: readonly EndpointDefinition[],
  method: string,
  path: string,
): boolean {
  return (
    ownersPath.test(path) ||
    endpoints.some(
      (endpoint) =>
        endpoint.access === "owner" && endpoint.method === method && endpoint.path === path,
    )
  );
}
