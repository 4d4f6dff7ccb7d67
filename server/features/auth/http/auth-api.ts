import type { Hono } from "hono";
import { AuthError } from "#server/access/auth-error.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { AuthDeps, Caller } from "../auth-deps.ts";
import { type AuthContext, errorAnswer, readCaller } from "./wire.ts";

type Answer = Promise<Response> | Response;

/** Registers the routes of `/auth/v1`. */
export interface AuthApi {
  on(method: string, path: string, handle: (c: AuthContext, caller: Caller) => Answer): void;
  /** Registers a route for signed-in callers, whom it authenticates. Their second factor may still be missing. */
  onSignedIn(
    method: string,
    path: string,
    handle: (c: AuthContext, session: AuthenticatedSession, caller: Caller) => Answer,
  ): void;
  /** Refuses what has not been registered: other methods of known paths, and all other paths. */
  refuseOthers(): void;
}

/** Serves `/auth/v1` on a Hono app, with errors in the dialect of supabase/auth. */
export function createAuthApi(app: Hono<AppEnv>, deps: AuthDeps): AuthApi {
  app.onError((error, c) => errorAnswer(c, error, c.var.log ?? deps.log));
  const methodsByPath = new Map<string, string[]>();

  const on: AuthApi["on"] = (method, path, handle) => {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
    app.on(method, path, (c) => handle(c, readCaller(c, deps.config.trustProxy)));
  };
  return {
    on,
    onSignedIn: (method, path, handle) =>
      on(method, path, async (c, caller) =>
        handle(c, await deps.sessions.authenticate(c.req.header("authorization")), caller),
      ),
    refuseOthers() {
      for (const [path, methods] of methodsByPath) {
        app.all(path, (c) => {
          const answer = errorAnswer(c, new AuthError("method_not_allowed"), deps.log);
          answer.headers.set("Allow", methods.join(", "));
          return answer;
        });
      }
      app.all("*", () => {
        throw new AuthError("not_found");
      });
    },
  };
}
