import { DomainError } from "#contract/errors.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { markSetAside } from "./queries.ts";
import { readResults } from "./read-results.ts";

/**
 * Sets a response that the owner can read now aside, or brings it back. Sealed answers are not responses yet, so they are
 * not found. Source: docs/product.md, Results.
 * @returns the results as they are then
 * @throws DomainError circle_not_found, results_locked, response_not_found
 */
export async function setResponseAside(
  deps: ReadingDeps,
  owner: OwnerId,
  { id, response_id }: { id: string; response_id: string },
  isSetAside: boolean,
): Promise<Results> {
  return inTransaction(deps.db, async (tx) => {
    // The circle is not locked: anonymous submissions wait for that lock, and reading must not hold them up.
    const owned = await loadOwnedCircle(tx, owner, id);
    const circle = await loadReadableCircle({ ...deps, db: tx }, owned);
    if (!(await markSetAside(tx, circle, response_id, isSetAside))) {
      throw new DomainError("response_not_found");
    }
    return readResults({ ...deps, db: tx }, owned);
  });
}
