import type { Logger } from "#server/system/log.ts";
import type { Caller } from "../auth-deps.ts";
import type { AuthApi } from "../http/auth-api.ts";
import { type AuthContext, errorAnswer } from "../http/wire.ts";

type Handle = (c: AuthContext, caller: Caller) => Promise<Response> | Response;

/**
 * Registers a route that pages of any site may call, because some apps run in a browser. Browsers send nothing by
 * themselves that signs anyone in here, so such a page can do no more than any other caller.
 */
export function onAnyOrigin(
  api: AuthApi,
  log: Logger,
  method: "GET" | "POST",
  path: string,
  handle: Handle,
): void {
  api.on(method, path, async (c, caller) => {
    const answer = await answerWithErrors(c, log, () => handle(c, caller));
    answer.headers.set("Access-Control-Allow-Origin", "*");
    answer.headers.set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
    return answer;
  });
  api.on("OPTIONS", path, () => preflight(method));
}

async function answerWithErrors(
  c: AuthContext,
  log: Logger,
  work: () => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    return errorAnswer(c, error, c.var.log ?? log);
  }
}

/** The answer to the request that a browser makes before such a call. */
export function preflight(method: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": method,
      "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
      "Access-Control-Max-Age": "86400",
    },
  });
}
