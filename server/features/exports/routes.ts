import {
  exportBoardBook as exportBoardBookEndpoint,
  exportPlanCalendar as exportPlanCalendarEndpoint,
  exportPlanMarkdown as exportPlanMarkdownEndpoint,
  exportPlanPdf as exportPlanPdfEndpoint,
  exportResultsCsv as exportResultsCsvEndpoint,
  exportResultsData as exportResultsDataEndpoint,
  exportResultsXlsx as exportResultsXlsxEndpoint,
} from "#contract/exports.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import type { DecisionDeps } from "#server/features/decisions/read-decision.ts";
import type { Api } from "#server/http/endpoint.ts";
import { exportPlanCalendar, exportPlanMarkdown, exportPlanPdf } from "./export-plan.ts";
import { exportBoardBook, exportResultsData, exportResultsTable } from "./export-results.ts";

export function exportRoutes(api: Api, deps: DecisionDeps & { covers: CoverStore }): void {
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

  api.onFile(exportResultsXlsxEndpoint, async ({ owner, params }) =>
    exportResultsTable(deps, owner, await loadOwnedCircle(deps.db, owner, params.id), "xlsx"),
  );

  api.onFile(exportResultsCsvEndpoint, async ({ owner, params }) =>
    exportResultsTable(deps, owner, await loadOwnedCircle(deps.db, owner, params.id), "csv"),
  );

  api.onFile(exportResultsDataEndpoint, async ({ owner, params }) =>
    exportResultsData(deps, owner, await loadOwnedCircle(deps.db, owner, params.id)),
  );
}
