import type { Db } from "#server/db/tables.ts";
import type { Logger } from "#server/system/log.ts";
import { countWeakGenerations, type ModelOutcome } from "./queries.ts";

const judged = 20;
const maxWeak = 4;

/**
 * Logs the name of a model whose drafts fail the checks too often: with this one, more than 4 of its latest 20, in all
 * circles and processes. The log names no circle.
 */
export async function watchModel(db: Db, log: Logger, outcome: ModelOutcome): Promise<void> {
  if (!outcome.is_weak) return;
  const { all, weak } = await countWeakGenerations(db, outcome.engine_name, judged);
  if (weak <= maxWeak) return;
  log.warn(
    { engine: outcome.engine_name, weak, of: all },
    "this model fails the checks too often: docs/insights-models.md says what to do",
  );
}
