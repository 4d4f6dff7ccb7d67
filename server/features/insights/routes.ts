import {
  generateInsights as generateInsightsEndpoint,
  generateInsightsFunction,
  readInsights as readInsightsEndpoint,
} from "#contract/insights/insights.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Api, OwnerCall } from "#server/http/endpoint.ts";
import { createLimiter, requireAllowed } from "#server/http/rate-limits.ts";
import { type GenerationDeps, generateInsights } from "./generate-insights.ts";
import { readInsights } from "./read-insights.ts";

/** Failed attempts do not count towards the ten a day, but each may cost a provider call. */
const rules = { insights_try: { points: 30, seconds: 900 } } as const;

/** The endpoints for reading and generating insights. */
export function insightsRoutes(
  api: Api,
  deps: GenerationDeps & ReadingDeps & { kind: DatabaseKind },
): void {
  const { db, kind, config } = deps;
  const limiter = createLimiter(rules, { db, kind, enabled: config.rateLimits });
  const load = async (owner: OwnerId, circleId: string) =>
    loadReadableCircle(deps, await loadOwnedCircle(deps.db, owner, circleId, "any"));

  api.on(readInsightsEndpoint, async ({ owner, params }) =>
    readInsights(deps, await load(owner, params.id)),
  );

  // Somebody is waiting, so the insights are generated before the response; the request is stored in case they leave.
  const generate = async ({ owner }: OwnerCall, circleId: string) => {
    await requireAllowed(limiter, "insights_try", owner);
    const loadAgain = () => load(owner, circleId);
    return { insights: await generateInsights(deps, await loadAgain(), loadAgain) };
  };

  api.on(generateInsightsEndpoint, (call) => generate(call, call.params.id));
  api.on(generateInsightsFunction, (call) => generate(call, call.body.circleId));
}
