import {
  generateInsights as generateInsightsEndpoint,
  generateInsightsFunction,
  readInsights as readInsightsEndpoint,
} from "#contract/insights.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { readableCircle, type UnlockDeps } from "#server/access/readable-circle.ts";
import type { Api } from "#server/http/endpoint.ts";
import { type GenerationDeps, generateInsights } from "./generate-insights.ts";
import { readInsights } from "./read-insights.ts";

/** The page that gathers what people have in common: reading it, and asking for it. */
export function insightsRoutes(api: Api, deps: GenerationDeps & UnlockDeps): void {
  const load = async (owner: OwnerId, circle_id: string) =>
    readableCircle(deps, await loadOwnedCircle(deps.db, owner, circle_id));

  api.on(readInsightsEndpoint, async ({ owner, params }) =>
    readInsights(deps, await load(owner, params.id)),
  );

  // Somebody waits for it, so it is made before the answer; the wish is stored, should they not wait.
  const generate = async (owner: OwnerId, circle_id: string) => ({
    insights: await generateInsights(deps, await load(owner, circle_id), () =>
      load(owner, circle_id),
    ),
  });

  api.on(generateInsightsEndpoint, ({ owner, params }) => generate(owner, params.id));
  api.on(generateInsightsFunction, ({ owner, body }) => generate(owner, body.circleId));
}
