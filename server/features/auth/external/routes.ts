import { Hono } from "hono";
import { AuthError } from "#server/access/auth-error.ts";
import type { AppEnv } from "#server/http/request-context.ts";
import type { Logger } from "#server/system/log.ts";
import { errorAnswer } from "../http/wire.ts";

/** `/auth/v1` where people sign in at another server: every call is refused with the address of that server. */
export function signInElsewhereRoutes({ url, log }: { url: string; log: Logger }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const error = new AuthError("sign_in_elsewhere", {
    message: `People sign in at ${url}.`,
  });
  app.all("*", (c) => errorAnswer(c, error, log));
  return app;
}
