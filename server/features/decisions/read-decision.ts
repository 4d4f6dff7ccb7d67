import {
  type Decision,
  emptyDecision,
  type readDecision as endpoint,
} from "#contract/decisions.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { ReadingDeps } from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import type { Clock } from "#server/system/clock.ts";
import type { HeavyWork } from "#server/system/heavy-work.ts";
import { listAudience } from "./list-audience.ts";
import { findStoredDecision } from "./queries.ts";
import { readRecap } from "./read-recap.ts";
import { toDecision } from "./to-decision.ts";

export interface DecisionDeps extends ReadingDeps {
  engine: InsightsEngine | undefined;
  heavyWork: HeavyWork;
  config: ReadingDeps["config"] & { publicUrl: string };
}

export async function readDecision(
  deps: DecisionDeps,
  circle: OwnedCircle,
): Promise<EndpointOutput<typeof endpoint>> {
  const { recipients, left_out_count } = await listAudience(deps.db, circle);
  return {
    decision: await findDecision(deps, circle),
    recap: await readRecap(deps, circle, await readResults(deps, circle)),
    audience: { recipients_count: recipients.length, left_out_count },
  };
}

export async function findDecision(
  { db, clock }: { db: Db; clock: Clock },
  circle: OwnedCircle,
): Promise<Decision> {
  const stored = await findStoredDecision(db, circle);
  return stored === undefined ? emptyDecision(circle.id) : toDecision(circle, stored, clock.now());
}
