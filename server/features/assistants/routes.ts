import type { Context, Hono } from "hono";
import { readScopes } from "#contract/auth/scopes.ts";
import { DomainError } from "#contract/errors.ts";
import { mcpPath } from "#contract/paths.ts";
import { AuthError } from "#server/access/auth-error.ts";
import { lacksSecondStep, type OwnerId, ownerFrom } from "#server/access/owner.ts";
import type { AppSession, SessionReader } from "#server/access/session.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import { mcpMetadataPath } from "#server/features/auth/oauth/metadata.ts";
import { clientAddress } from "#server/http/client-address.ts";
import { errorResponse, toDomainError } from "#server/http/errors.ts";
import { addressKey, createLimiter, requireAllowed } from "#server/http/rate-limits.ts";
import { readJson } from "#server/http/read-body.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import { instructions, registerTools, type ToolDeps } from "./tools.ts";

const bodyBytes = 64 * 1024;

/**
 * How many requests one connected app may make for one owner; how many calls, and how many searches among them, all
 * apps of an owner may make together; and how many requests without a valid token may come from one address.
 */
const rules = {
  mcp_by_session: { points: 120, seconds: 60, store: "memory" },
  mcp_calls_by_owner: { points: 120, seconds: 60, store: "memory" },
  mcp_searches_by_owner: { points: 30, seconds: 60, store: "memory" },
  mcp_refused_by_address: { points: 60, seconds: 60, store: "memory" },
} as const;

/** Read-only tools without state between calls. Until an owner connects an app, no token exists that calls one. */
export function assistantRoutes(
  app: Hono<AppEnv>,
  deps: ToolDeps & {
    kind: DatabaseKind;
    sessions: SessionReader;
    /** Does for an owner what is due before they read. */
    settle: (owner: OwnerId) => Promise<unknown>;
    config: { publicUrl: string; rateLimits: boolean; trustProxy: number };
  },
): void {
  const { db, kind, config, sessions } = deps;
  const limiter = createLimiter(rules, { db, kind, enabled: config.rateLimits });

  app.all(mcpPath, async (c) => {
    // Pages of other sites may not call this from their visitors' browsers, whatever name they use for this server.
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== new URL(config.publicUrl).origin) {
      return errorResponse(
        new DomainError("insufficient_scope", {
          message: "Pages of other sites may not call this address.",
        }),
        c.var.request_id,
      );
    }
    let session: AppSession;
    try {
      session = await sessions.authenticateApp(c.req.header("authorization"));
    } catch (error) {
      if (!(error instanceof AuthError) || error.status >= 500) throw error;
      await requireAllowed(limiter, "mcp_refused_by_address", findAddressKey(c, config.trustProxy));
      return challenge(c, config.publicUrl, error);
    }
    // The owner has set up a second step since the app was connected, so the app has to ask for access again.
    if (lacksSecondStep(session)) {
      return challenge(c, config.publicUrl, new AuthError("insufficient_aal"));
    }
    if (!readScopes.some((scope) => session.app.scopes.includes(scope))) {
      return challenge(c, config.publicUrl, new AuthError("insufficient_scope"));
    }
    const { session_id, app: connected } = session;
    await requireAllowed(limiter, "mcp_by_session", session_id);
    const parsedBody = c.req.method === "POST" ? await readJson(c.req.raw, bodyBytes) : undefined;
    // A batch could make thousands of calls in one request.
    if (Array.isArray(parsedBody)) {
      throw new DomainError("bad_json", { message: "Send one call in each request." });
    }
    const owner = ownerFrom(session);
    await deps.settle(owner);

    // The library is loaded when it is first used, because most servers have no assistant.
    const { createMcpHandler, McpServer } = await import("@modelcontextprotocol/server");
    const handler = createMcpHandler(
      () => {
        const server = new McpServer(
          { name: "paraline", title: "Paraline", version: "1" },
          { instructions },
        );
        registerTools(server, deps, {
          owner,
          scopes: connected.scopes,
          countCall: () => requireAllowed(limiter, "mcp_calls_by_owner", owner),
          countSearch: () => requireAllowed(limiter, "mcp_searches_by_owner", owner),
        });
        return server;
      },
      {
        // The server announces nothing, so it keeps no connection open for announcements.
        maxSubscriptions: 0,
        responseMode: "json",
        onerror: (error) => c.var.log.debug({ err: error }, "an assistant's call was refused"),
      },
    );
    const answer = await handler.fetch(c.req.raw, { parsedBody });
    const headers = new Headers(answer.headers);
    headers.set("Cache-Control", "no-store");
    return new Response(answer.body, { status: answer.status, headers });
  });
}

/** What the app needs to ask for authorization (RFC 6750, 3; RFC 9728, 5.1). */
function challenge(c: Context<AppEnv>, publicUrl: string, error: AuthError): Response {
  const isScope = error.code === "insufficient_scope";
  const answer = errorResponse(toDomainError(error, c.var.log), c.var.request_id);
  const code = isScope ? "insufficient_scope" : "invalid_token";
  const about = error.code === "no_authorization" ? [] : [`error="${code}"`];
  const parts = [
    ...about,
    `resource_metadata="${publicUrl}${mcpMetadataPath}"`,
    `scope="${readScopes.join(" ")}"`,
  ];
  answer.headers.set("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
  return new Response(answer.body, { status: isScope ? 403 : 401, headers: answer.headers });
}

function findAddressKey(c: Context<AppEnv>, trustProxy: number): string {
  return addressKey(clientAddress(c, trustProxy));
}
