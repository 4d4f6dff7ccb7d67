import { DomainError } from "#contract/errors.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import { readResults as readResultsEndpoint } from "#contract/feedback/feedback.ts";
import {
  keepAnswer as keepAnswerEndpoint,
  removeKeptAnswer as removeKeptAnswerEndpoint,
} from "#contract/feedback/kept-answers.ts";
import {
  readOwnAnswersOffer as readOwnAnswersOfferEndpoint,
  skipOwnAnswers as skipOwnAnswersEndpoint,
  writeOwnAnswers as writeOwnAnswersEndpoint,
} from "#contract/feedback/own-answers.ts";
import { setResponseAside as setResponseAsideEndpoint } from "#contract/feedback/set-aside.ts";
import { readThenAndNow as readThenAndNowEndpoint } from "#contract/feedback/then-and-now.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { ReadingDeps } from "#server/access/readable-circle.ts";
import { loadReadableCircle } from "#server/access/readable-circle.ts";
import type { DatabaseKind } from "#server/db/open.ts";
import { inTransaction } from "#server/db/transactions.ts";
import type { Api } from "#server/http/endpoint.ts";
import { createLimiter, requireAllowed } from "#server/http/rate-limits.ts";
import { keepAnswer, removeKeptAnswer } from "./keep-answer.ts";
import { readOffer, skipOwnAnswers, writeOwnAnswers } from "./own-answers.ts";
import { markSetAside } from "./queries.ts";
import { readResults, readResultsForApp } from "./read-results.ts";
import { readThenAndNow } from "./read-then-and-now.ts";

/** Many more answers than anybody keeps, or responses than anybody sets aside, by hand. */
const rules = { keep_answer: { points: 300, seconds: 900 } } as const;

/** Reading the answers as their owner, and keeping some of them. */
export function resultsRoutes(
  api: Api,
  deps: ReadingDeps & { kind: DatabaseKind; config: { rateLimits: boolean } },
): void {
  const { db, kind, config } = deps;
  const limiter = createLimiter(rules, { db, kind, enabled: config.rateLimits });

  api.on(readResultsEndpoint, async ({ owner, params, session }) => {
    const circle = await loadOwnedCircle(deps.db, owner, params.id, "any");
    return session.app === undefined ? readResults(deps, circle) : readResultsForApp(deps, circle);
  });

  api.on(readOwnAnswersOfferEndpoint, async ({ owner, params }) =>
    readOffer(deps, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.on(writeOwnAnswersEndpoint, ({ owner, params, body }) =>
    writeOwnAnswers(deps, owner, params.id, body.answers),
  );

  api.on(skipOwnAnswersEndpoint, ({ owner, params }) => skipOwnAnswers(deps, owner, params.id));

  api.on(keepAnswerEndpoint, async ({ owner, params }) => {
    await requireAllowed(limiter, "keep_answer", owner);
    return keepAnswer(deps, owner, params);
  });

  api.on(removeKeptAnswerEndpoint, async ({ owner, params }) => {
    await requireAllowed(limiter, "keep_answer", owner);
    return removeKeptAnswer(deps, owner, params);
  });

  api.on(setResponseAsideEndpoint, async ({ owner, params, body }) => {
    await requireAllowed(limiter, "keep_answer", owner);
    return setResponseAside(deps, owner, params, body.is_set_aside);
  });

  api.on(readThenAndNowEndpoint, async ({ owner, params }) => ({
    comparison: await readThenAndNow(deps, owner, params.id),
  }));
}

/**
 * Sets a response that the owner can read now aside, or brings it back. Sealed answers are not responses yet, so they are
 * not found. Source: docs/product.md, Results.
 * @returns the results as they are then
 * @throws DomainError circle_not_found, results_locked, response_not_found
 */
async function setResponseAside(
  deps: ReadingDeps,
  owner: OwnerId,
  { id, response_id }: { id: string; response_id: string },
  isSetAside: boolean,
): Promise<Results> {
  return inTransaction(deps.db, async (tx) => {
    // The circle is not locked: anonymous submissions wait for that lock, and reading must not hold them up.
    const owned = await loadOwnedCircle(tx, owner, id, "any");
    const circle = await loadReadableCircle({ ...deps, db: tx }, owned);
    if (!(await markSetAside(tx, circle, response_id, isSetAside))) {
      throw new DomainError("response_not_found");
    }
    return readResults({ ...deps, db: tx }, owned);
  });
}
