import { Hono } from "hono";
import { readConfig } from "#contract/config.ts";
import { DomainError } from "#contract/errors.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Deps } from "#server/deps.ts";
import { accountRoutes } from "#server/features/account/routes.ts";
import { adminRoutes } from "#server/features/admin/routes.ts";
import { assistantRoutes } from "#server/features/assistants/routes.ts";
import { authLimitRules } from "#server/features/auth/limits.ts";
import { wellKnownRoutes } from "#server/features/auth/oauth/metadata.ts";
import { authRoutes } from "#server/features/auth/routes.ts";
import { sessionRoutes } from "#server/features/auth/sessions/routes.ts";
import { billingRoutes } from "#server/features/billing/routes.ts";
import { closeDueCircles } from "#server/features/circles/close-circle.ts";
import { circleRoutes } from "#server/features/circles/routes.ts";
import { createCoversCheck } from "#server/features/covers/check-covers.ts";
import { coverRoutes } from "#server/features/covers/routes.ts";
import { decisionRoutes } from "#server/features/decisions/routes.ts";
import { exampleBoardBookRoute } from "#server/features/exports/example-board-book.ts";
import { exportRoutes } from "#server/features/exports/routes.ts";
import { resultsRoutes } from "#server/features/feedback/results-routes.ts";
import { feedbackRoutes } from "#server/features/feedback/routes.ts";
import { shareLinkRoutes } from "#server/features/feedback/share-link-routes.ts";
import { insightsRoutes } from "#server/features/insights/routes.ts";
import { inviteRoutes } from "#server/features/invites/routes.ts";
import { notificationRoutes } from "#server/features/notifications/routes.ts";
import { apiDocsRoutes } from "#server/http/api-docs.ts";
import { createApi } from "#server/http/endpoint.ts";
import { errorResponse, toDomainError } from "#server/http/errors.ts";
import { healthRoutes } from "#server/http/health.ts";
import { isOnThisMachine } from "#server/http/is-on-this-machine.ts";
import { metricsRoute } from "#server/http/metrics-route.ts";
import { observeRequests } from "#server/http/observe-requests.ts";
import { isOwnersRoute } from "#server/http/owners-routes.ts";
import { type WebBuild, withLinkPictureAt } from "#server/http/pages/web-build.ts";
import {
  isJsonPath,
  notFoundPage,
  redirectWithoutSlash,
  renderStaticPages,
  webRoutes,
} from "#server/http/pages/web-routes.ts";
import { createLimiter } from "#server/http/rate-limits.ts";
import { createRequestAccess } from "#server/http/request-access.ts";
import { type AppEnv, requestContext } from "#server/http/request-context.ts";
import { securityContactRoutes } from "#server/http/security-contact.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { outboxRoutes } from "#server/mail/outbox-page.ts";

/** Answers while the process is starting: it is alive, but not ready. */
export function createStartingApp({ publicUrl }: { publicUrl: string }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(publicUrl));
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.all("*", (c) => c.json({ status: "starting" }, 503, { "Retry-After": "1" }));
  return app;
}

/** Answers `/readyz` while the process is stopping: it should not get any more requests. */
export function createStoppingApp({ publicUrl }: { publicUrl: string }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(publicUrl));
  app.all("*", (c) => c.json({ status: "stopping" }, 503, { "Cache-Control": "no-store" }));
  return app;
}

/** The whole product as one Hono app, with every route in the order in which it is matched. */
export async function createApp(deps: Deps, build: WebBuild): Promise<Hono<AppEnv>> {
  const { config, log, db, kind } = deps;
  const web = withLinkPictureAt(config.publicUrl, build);
  const app = new Hono<AppEnv>();
  const picturesUrl = config.bucket?.publicUrl;
  app.use(
    requestContext(log, { picturesFrom: picturesUrl && new URL(picturesUrl).origin }),
    observeRequests(deps, (method, path) => isOwnersRoute(api.endpoints, method, path)),
    securityHeaders(config.publicUrl),
  );

  const settle = (owner: OwnerId) =>
    closeDueCircles(deps, owner).catch((error: unknown) =>
      log.error({ err: error }, "closing what is due has failed; the job tries again"),
    );
  const requestAccess = createRequestAccess({
    ...deps,
    settle,
    enabled: config.rateLimits,
    trustProxy: config.trustProxy,
  });
  const api = createApi(app, requestAccess, deps);
  const limiter = createLimiter(authLimitRules, { db, kind, enabled: config.rateLimits });

  const checkCovers = createCoversCheck(deps);
  // The operator reads about a problem before the first owner finds it.
  checkCovers?.();
  healthRoutes(app, { ...deps, checkCovers });
  metricsRoute(app, deps);
  securityContactRoutes(app, deps);
  app.route("/auth/v1", authRoutes({ ...deps, limiter, web }));
  wellKnownRoutes(app, deps);
  sessionRoutes(api, deps);
  assistantRoutes(app, { ...deps, settle });
  coverRoutes(app, api, deps);
  inviteRoutes(app, api, { ...deps, web });
  shareLinkRoutes(app, api, { ...deps, web });
  const insights: InsightsUse = deps.engine?.use ?? "off";
  const processor = deps.engine?.processor ?? null;
  feedbackRoutes(app, api, { ...deps, web, insights, processor });
  resultsRoutes(api, deps);
  circleRoutes(api, deps);
  billingRoutes(app, api, deps);
  insightsRoutes(api, deps);
  notificationRoutes(app, { ...deps, web });
  decisionRoutes(api, deps);
  exportRoutes(api, deps);
  exampleBoardBookRoute(app, deps);
  accountRoutes(api, { ...deps, limiter });
  api.on(readConfig, async () => ({
    billing: config.billing,
    confirms_email: config.authConfirmEmail,
    sign_up: config.authSignUp,
    outbox: hasOutboxPage(deps),
    insights,
  }));
  if (config.adminEmails.length > 0) adminRoutes(api, deps);
  apiDocsRoutes(app, api.endpoints, config.publicUrl);
  if (deps.outbox !== undefined && hasOutboxPage(deps)) {
    app.route("/", outboxRoutes(deps.outbox, isOnThisMachine));
  }

  const staticPages = await renderStaticPages(web, {
    billing: config.billing,
    insights,
    addsTax: deps.payments?.addsTax ?? false,
    refundTerms: config.refundTerms ?? null,
  });
  webRoutes(app, {
    web,
    staticPages,
    captcha: config.authCaptcha,
    hasOperators: config.adminEmails.length > 0,
  });

  app.notFound((c) => {
    if (isJsonPath(c.req.path)) {
      return errorResponse(new DomainError("not_found"), c.var.request_id);
    }
    const target = redirectWithoutSlash(c.req.url);
    if (target === undefined) return notFoundPage(c, staticPages, web.styleHashes);
    return c.redirect(target, 308);
  });
  app.onError((error, c) => errorResponse(toDomainError(error, c.var.log), c.var.request_id));
  return app;
}

/** Whether there is an outbox page: kept emails may be read in a browser on the machine itself, and nowhere else. */
function hasOutboxPage({ config, outbox }: Deps): boolean {
  return outbox !== undefined && config.onLoopback;
}
