import {
  listReviews as listReviewsEndpoint,
  readDecision as readDecisionEndpoint,
  saveDecision as saveDecisionEndpoint,
  sendClosingLetter as sendClosingLetterEndpoint,
} from "#contract/decisions.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { InvitingDeps } from "#server/features/invites/invitation-limits.ts";
import type { Api } from "#server/http/endpoint.ts";
import { listReviews } from "./list-reviews.ts";
import { type DecisionDeps, readDecision } from "./read-decision.ts";
import { saveDecision } from "./save-decision.ts";
import { sendClosingLetter } from "./send-closing-letter.ts";

export function decisionRoutes(api: Api, deps: DecisionDeps & InvitingDeps): void {
  api.on(readDecisionEndpoint, async ({ owner, params }) =>
    readDecision(deps, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.on(saveDecisionEndpoint, async ({ owner, params, body }) => ({
    decision: await saveDecision(deps, owner, params.id, body),
  }));

  api.on(listReviewsEndpoint, async ({ owner }) => ({ reviews: await listReviews(deps, owner) }));

  api.on(sendClosingLetterEndpoint, async ({ owner, params, body }) => ({
    decision: await sendClosingLetter(deps, owner, params.id, body),
  }));
}
