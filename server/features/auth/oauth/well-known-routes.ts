import type { Hono } from "hono";
import type { AppEnv } from "#server/http/request-context.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { json } from "../http/wire.ts";
import { preflight } from "./cross-origin.ts";
import { mcpMetadata, mcpMetadataPath, serverMetadata } from "./metadata.ts";

/**
 * The addresses at which RFC 8414 and RFC 9728 look for what a server offers: the well-known path comes before the path
 * of the described resource. The answers may be cached for a while.
 */
export function wellKnownRoutes(app: Hono<AppEnv>, deps: Pick<AuthDeps, "config" | "keys">): void {
  const documents: Record<string, () => unknown> = {
    "/.well-known/oauth-authorization-server/auth/v1": () => serverMetadata(deps),
    "/.well-known/openid-configuration/auth/v1": () => serverMetadata(deps),
    [mcpMetadataPath]: () => mcpMetadata(deps.config.publicUrl),
  };
  for (const [path, read] of Object.entries(documents)) {
    app.get(path, async () => {
      const headers = new Headers({
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "public, max-age=600",
      });
      return json(await read(), 200, headers);
    });
    app.options(path, () => preflight("GET"));
  }
}
