import { type ResultsFile, resultsFileSchema } from "#contract/exports.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import { loadReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import type { Table } from "#server/documents/table.ts";
import { type TableFormat, writeTable } from "#server/documents/write-table.ts";
import { readCircle } from "#server/features/circles/read-circles.ts";
import { coverForPdf } from "#server/features/covers/cover-for-pdf.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { type DecisionDeps, findDecision } from "#server/features/decisions/read-decision.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { readInsights } from "#server/features/insights/read-insights.ts";
import type { NamedFile } from "#server/http/endpoint.ts";
import { answerColumns, listAnswerRows } from "./answer-rows.ts";
import { buildFileName } from "./build-file-name.ts";
import { readFurtherResults } from "./read-further-results.ts";
import { boardBookTask } from "./write-board-book.ts";

/** @throws DomainError results_locked, and those of `HeavyWork.run` */
export async function exportBoardBook(
  deps: DecisionDeps & { covers: CoverStore },
  owner: OwnerId,
  circle: OwnedCircle,
): Promise<NamedFile> {
  const file = await readResultsFile(deps, owner, circle);
  const content = await deps.heavyWork.run(
    boardBookTask,
    {
      file,
      owner_name: (await findOwner(deps.db, owner))?.full_name ?? "",
      cover: await coverForPdf(deps, circle.cover_image_url),
      now: deps.clock.now(),
    },
    { owner },
  );
  return { file_name: buildFileName("board-book", circle.title, "pdf"), content };
}

/** @throws DomainError results_locked */
export async function exportResultsTable(
  deps: DecisionDeps,
  owner: OwnerId,
  circle: OwnedCircle,
  format: TableFormat,
): Promise<NamedFile> {
  const answers = listAnswers(await readResultsFile(deps, owner, circle));
  const content = ReadableStream.from(writeTable(format, answers));
  return { file_name: buildFileName("results", circle.title, format), content };
}

/** @throws DomainError results_locked */
export async function exportResultsData(
  deps: DecisionDeps,
  owner: OwnerId,
  circle: OwnedCircle,
): Promise<NamedFile> {
  const file = await readResultsFile(deps, owner, circle);
  const content = `${JSON.stringify(file, undefined, 2)}\n`;
  return { file_name: buildFileName("results", circle.title, "json"), content };
}

/** With the same access checks as the screens. @throws DomainError results_locked */
async function readResultsFile(
  deps: ReadingDeps & { engine: InsightsEngine | undefined },
  owner: OwnerId,
  owned: OwnedCircle,
): Promise<ResultsFile> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const circle = await loadReadableCircle(deps, owned);
  const { visibility, responses, encouragements, kept, own_answers } = await readResults(
    deps,
    circle,
  );
  const { insights } = await readInsights(deps, circle);
  const decision = await findDecision(deps, circle);
  return resultsFileSchema.parse({
    format: "paraline-results/1",
    exported_on: dayIn(circle.time_zone, now),
    circle: await readCircle(db, { owner, now, billing: config.billing }, circle.id),
    visibility,
    responses,
    encouragements,
    kept,
    own_answers,
    insights,
    further_questions: await readFurtherResults(deps, owner, circle.id),
    decision: decision.version === 0 ? null : decision,
  });
}

/** A note is not attributed to a response: in anonymous circles no one knows whose it is. */
function listAnswers(file: ResultsFile): Table {
  const notes = file.encouragements.map(({ first_name, received_on, note }) => [
    "Encouragement",
    "",
    first_name ?? "",
    received_on,
    "",
    "",
    note,
    "",
  ]);
  return {
    columns: answerColumns,
    pages: [[...listAnswerRows(file, file.further_questions), ...notes]],
  };
}
