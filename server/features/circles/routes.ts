import {
  createCircle as createCircleEndpoint,
  listCircles as listCirclesEndpoint,
  readCircle as readCircleEndpoint,
} from "#contract/circles.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/tables.ts";
import type { Api } from "#server/http/endpoint.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createCircle } from "./create-circle.ts";
import { listCircles, readCircle } from "./read-circles.ts";

/** The owner's paralines. */
export function circleRoutes(
  api: Api,
  deps: {
    db: Db;
    jobs: Jobs;
    clock: Clock;
    config: { rate_limits: boolean; on_loopback: boolean };
  },
): void {
  const { db, clock } = deps;

  api.on(listCirclesEndpoint, async ({ owner, query }) => ({
    circles: await listCircles(db, owner, query.status, clock.now()),
  }));

  api.on(readCircleEndpoint, async ({ owner, params }) => ({
    circle: await readCircle(db, owner, params.id, clock.now()),
  }));

  api.on(createCircleEndpoint, async ({ owner, body }) => {
    const id = await createCircle(deps, owner, body);
    return { circle: await readCircle(db, owner, id, clock.now()) };
  });
}
