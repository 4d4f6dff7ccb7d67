import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { RouterRoute } from "hono/types";
import type { Metrics } from "#server/telemetry/metrics.ts";
import { inRootSpan, type Tracing } from "#server/telemetry/tracing.ts";
import type { AppEnv } from "./request-context.ts";

interface KnownRoute {
  name: string;
  isOwners: boolean;
}

const unknownRoute: KnownRoute = { name: "unknown", isOwners: false };

/**
 * What an invitee does is not traced, and is counted in batches: docs/decisions/anonymity.md, 33. @param isOwners
 * whether only owners and operators call a route
 */
export function observeRequests(
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing | undefined },
  isOwners: (method: string, path: string) => boolean,
): MiddlewareHandler<AppEnv> {
  const known = new Map<RouterRoute, KnownRoute>();
  function look(route: RouterRoute | undefined): KnownRoute {
    if (route === undefined || route.path === "/*") return unknownRoute;
    let found = known.get(route);
    if (found === undefined) {
      const { method, path } = route;
      found = { name: `${method} ${path}`, isOwners: isOwners(method, path) };
      known.set(route, found);
    }
    return found;
  }

  return async (c, next) => {
    const routes = matchedRoutes(c);
    const started = performance.now();
    const count = () => {
      const { name, isOwners } = look(routes[c.req.routeIndex]);
      metrics.countRequest({
        route: name,
        status: c.res.status,
        seconds: (performance.now() - started) / 1000,
        isOwners,
        visitedOwnerId: c.var.visitedOwnerId,
        isReportedElsewhere: c.var.isReportedElsewhere ?? false,
      });
      return name;
    };
    if (tracing === undefined || !isOwnersOnly(routes)) {
      await next();
      count();
      return;
    }
    await inRootSpan(tracing, "request", { "http.request.method": c.req.method }, async (span) => {
      await next();
      const route = count();
      span?.rename(route);
      span?.setAttributes({ "http.route": route, "http.response.status_code": c.res.status });
    });
  };

  function isOwnersOnly(routes: readonly RouterRoute[]): boolean {
    const handlers = routes.filter(({ path }) => path !== "/*");
    return handlers.length > 0 && handlers.every((route) => look(route).isOwners);
  }
}
