import { DomainError } from "#contract/errors.ts";
import {
  generateInsights as generateInsightsEndpoint,
  generateInsightsFunction,
  readInsights as readInsightsEndpoint,
} from "#contract/insights.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { type ReadingDeps, readableCircle } from "#server/access/readable-circle.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import type { Api } from "#server/http/endpoint.ts";
import { createLimiter } from "#server/http/limits.ts";
import { type GenerationDeps, generateInsights } from "./generate-insights.ts";
import { readInsights } from "./read-insights.ts";

/** Failed tries are not among the ten a day, and each may cost a call of a provider. */
const rules = { insights_try: { points: 30, seconds: 900 } } as const;

/** The page that gathers what people have in common: reading it, and asking for it. */
export function insightsRoutes(
  api: Api,
  deps: GenerationDeps & ReadingDeps & { kind: DatabaseKind },
): void {
  const { db, kind, config } = deps;
  const limiter = createLimiter(rules, { db, kind, enabled: config.rate_limits });
  const load = async (owner: OwnerId, circle_id: string) =>
    readableCircle(deps, await loadOwnedCircle(deps.db, owner, circle_id));

  api.on(readInsightsEndpoint, async ({ owner, params }) =>
    readInsights(deps, await load(owner, params.id)),
  );

  // Somebody waits for it, so it is made before the answer; the wish is stored, should they not wait.
  const generate = async (owner: OwnerId, circle_id: string) => {
    const { allowed, retry_after_seconds } = await limiter.consume("insights_try", owner);
    if (!allowed) throw new DomainError("rate_limited", { retry_after_seconds });
    const loadAgain = () => load(owner, circle_id);
    return { insights: await generateInsights(deps, await loadAgain(), loadAgain) };
  };

  api.on(generateInsightsEndpoint, ({ owner, params }) => generate(owner, params.id));
  api.on(generateInsightsFunction, ({ owner, body }) => generate(owner, body.circleId));
}
