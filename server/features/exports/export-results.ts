import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner } from "#server/access/profiles.ts";
import { type TableFormat, writeTable } from "#server/documents/write-table.ts";
import { coverForPdf } from "#server/features/covers/cover-for-pdf.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import type { DecisionDeps } from "#server/features/decisions/read-decision.ts";
import type { NamedFile } from "#server/http/endpoint.ts";
import { buildFileName } from "./build-file-name.ts";
import { listAnswers } from "./list-answers.ts";
import { readResultsFile } from "./read-results-file.ts";
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
