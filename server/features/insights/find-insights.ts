import type { ReadableCircle } from "#server/access/readable-circle.ts";
import type { Db } from "#server/db/tables.ts";
import type { HeavyWork } from "#server/system/heavy-work.ts";
import { authorCheckVersion } from "./checks/author-check.ts";
import { authorHintsTask } from "./heavy-tasks.ts";
import { type StoredResponse, textsOfCircle } from "./prepare-reading.ts";
import { findUncheckedInsights, listResponses } from "./queries.ts";
import { type CountedInsights, recount } from "./recount.ts";

const checked: unique symbol = Symbol("checked");

/** Stored insights that may be shown. Only {@link findInsights} returns them. */
export type CheckedInsights = CountedInsights & { readonly [checked]: true };

/**
 * A circle's insights as its owner may read them, counted as the questions are marked now. Those of an anonymous circle
 * contain nothing that reveals an author. Everything that shows insights reads them here. Insights that were stored
 * with an older version of the check are checked again at each reading.
 * @param responses all that may be read now, if the caller has them already
 */
export async function findInsights(
  { db, heavyWork }: { db: Db; heavyWork: HeavyWork },
  circle: ReadableCircle,
  responses?: readonly StoredResponse[],
): Promise<CheckedInsights | undefined> {
  const stored = await findUncheckedInsights(db, circle);
  if (stored === undefined) return undefined;
  const all = responses ?? (await listResponses(db, circle));
  const counted = recount(stored, circle, all);
  const mayBeShown = !circle.is_anonymous || stored.author_check === authorCheckVersion;
  if (mayBeShown) return { ...counted, [checked]: true };
  const shown = await heavyWork.run(
    authorHintsTask,
    { insights: counted, circle: textsOfCircle(circle), responses: all },
    { owner: undefined },
  );
  return { ...shown, [checked]: true };
}
