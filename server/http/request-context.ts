import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Language } from "#contract/languages.ts";
import type { Logger } from "#server/system/log.ts";
import { pathForLog } from "./path-for-log.ts";

interface RequestVariables {
  request_id: string;
  log: Logger;
  /** The origin of another server that pages may show pictures from. */
  picturesFrom: string | undefined;
  /** The owner of the circle whose private link this request is about. */
  visitedOwnerId?: string;
  /** The language of the paraline that this request is about. */
  circleLanguage?: Language;
  /** The language of the page whose form was posted. */
  postedLanguage?: Language | undefined;
  isReportedElsewhere?: boolean;
}

export interface AppEnv {
  Variables: RequestVariables;
}

/** The line contains only the parts of the path that are names of pages and files: the others may contain tokens. */
export function requestContext(
  log: Logger,
  { picturesFrom }: { picturesFrom?: string | undefined } = {},
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    const own = log.child({ request_id: requestId });
    c.set("request_id", requestId);
    c.set("log", own);
    c.set("picturesFrom", picturesFrom);
    const started = performance.now();
    await next();
    // This does not use c.header(): for an existing response, it creates a new one, which is much slower to send.
    c.res.headers.set("X-Request-Id", requestId);
    own.debug(
      {
        method: c.req.method,
        path: pathForLog(c.req.path),
        status: c.res.status,
        milliseconds: Math.round(performance.now() - started),
      },
      "answered",
    );
  };
}
