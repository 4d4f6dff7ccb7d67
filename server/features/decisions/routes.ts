import {
  exportPlanCalendar as exportPlanCalendarEndpoint,
  exportPlanMarkdown as exportPlanMarkdownEndpoint,
  exportPlanPdf as exportPlanPdfEndpoint,
  readDecision as readDecisionEndpoint,
  saveDecision as saveDecisionEndpoint,
  sendClosingLetter as sendClosingLetterEndpoint,
} from "#contract/decisions.ts";
import {
  exportBoardBook as exportBoardBookEndpoint,
  exportResultsData as exportResultsDataEndpoint,
  exportResultsTable as exportResultsTableEndpoint,
} from "#contract/exports.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import type { InvitingDeps } from "#server/features/invites/invitation-limits.ts";
import type { Api } from "#server/http/endpoint.ts";
import { exportPlanCalendar, exportPlanMarkdown, exportPlanPdf } from "./export-plan.ts";
import { exportBoardBook, exportResultsData, exportResultsTable } from "./export-results.ts";
import { type DecisionDeps, readDecision } from "./read-decision.ts";
import { saveDecision } from "./save-decision.ts";
import { sendClosingLetter } from "./send-closing-letter.ts";

/**
 * The next step: an owner's decision, its files, and the closing letter. The results' files are here too,
 * because they end with the decision.
 */
export function decisionRoutes(
  api: Api,
  deps: DecisionDeps & InvitingDeps & { covers: CoverStore },
): void {
  api.on(readDecisionEndpoint, async ({ owner, params }) =>
    readDecision(deps, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.on(saveDecisionEndpoint, async ({ owner, params, body }) => ({
    decision: await saveDecision(deps, owner, params.id, body),
  }));

  api.on(sendClosingLetterEndpoint, async ({ owner, params, body }) => ({
    decision: await sendClosingLetter(deps, owner, params.id, body),
  }));

  api.onFile(exportPlanPdfEndpoint, async ({ owner, params }) =>
    exportPlanPdf(deps, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.onFile(exportPlanMarkdownEndpoint, async ({ owner, params }) =>
    exportPlanMarkdown(deps, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.onFile(exportPlanCalendarEndpoint, async ({ owner, params }) =>
    exportPlanCalendar(deps, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.onFile(exportBoardBookEndpoint, async ({ owner, params }) =>
    exportBoardBook(deps, owner, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.onFile(exportResultsTableEndpoint, async ({ owner, params }) =>
    exportResultsTable(deps, owner, await loadOwnedCircle(deps.db, owner, params.id)),
  );

  api.onFile(exportResultsDataEndpoint, async ({ owner, params }) =>
    exportResultsData(deps, owner, await loadOwnedCircle(deps.db, owner, params.id)),
  );
}
