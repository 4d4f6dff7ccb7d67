import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import type { StoredResponse } from "./prepare-reading.ts";
import { findStoredInsights, listResponses } from "./queries.ts";
import { type CountedInsights, recount } from "./recount.ts";

/**
 * A circle's insights as its owner may read them, counted as the questions are marked now. Everything that shows
 * insights reads them here. What is stored has passed the gate.
 * @param responses all that may be read now, if the caller has them already
 */
export async function findInsights(
  db: Db,
  circle: ReadableCircle,
  responses?: readonly StoredResponse[],
): Promise<CountedInsights | undefined> {
  const stored = await findStoredInsights(db, circle);
  return stored && recount(stored, circle, responses ?? (await listResponses(db, circle)));
}
