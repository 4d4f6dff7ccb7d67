import type { CircleDetails } from "#contract/circles/circles.ts";
import type { Decision } from "#contract/decisions.ts";
import { errorMessage } from "#contract/errors.ts";
import type { Results } from "#contract/feedback/feedback.ts";
import type { Insights } from "#contract/insights/insights.ts";
import type { Invite } from "#contract/invites/invites.ts";
import { listTypeTexts } from "#contract/question-types/rules.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findReadableCircle, type ReadingDeps } from "#server/access/readable-circle.ts";
import type { Config } from "#server/config/config.ts";
import type { Rows, Table } from "#server/documents/table.ts";
import { readCircle } from "#server/features/circles/read-circles.ts";
import { findDecision } from "#server/features/decisions/read-decision.ts";
import { answerColumns, listAnswerRows } from "#server/features/exports/answer-rows.ts";
import {
  type FurtherResultsOfOwner,
  readFurtherResults,
} from "#server/features/exports/read-further-results.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { readInsights } from "#server/features/insights/read-insights.ts";
import { listInvites } from "#server/features/invites/people/read-invites.ts";

export interface ArchiveDeps extends ReadingDeps {
  config: ReadingDeps["config"] & Pick<Config, "adminEmails">;
  engine: InsightsEngine | undefined;
}

/** A part that is made from answers, or the sentence that says why it is missing. */
type Unlocked<Part> = Part | { locked: string };

export interface ArchivedCircle {
  circle: CircleDetails;
  people: Invite[];
  results: Unlocked<Results>;
  insights: Unlocked<Insights | null>;
  further_questions: Unlocked<FurtherResultsOfOwner[]>;
  decision: Decision;
}

/** Reads for the archive what the screens of a circle show, with the same access checks. */
export async function archiveCircle(
  deps: ArchiveDeps,
  owner: OwnerId,
  circleId: string,
): Promise<ArchivedCircle> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const circle = await loadOwnedCircle(db, owner, circleId);
  const reader = { owner, now, billing: config.billing };
  const { invites } = await listInvites(db, circle);
  const results = await readResults(deps, circle);
  const readable = await findReadableCircle(deps, circle);
  const insights = readable && (await readInsights(deps, readable)).insights;
  return {
    circle: await readCircle(db, reader, circleId),
    people: invites,
    results: results.is_locked ? locked : results,
    insights: insights === undefined ? locked : insights,
    further_questions:
      readable === undefined ? locked : await readFurtherResults(deps, owner, circleId),
    decision: await findDecision(deps, circle),
  };
}

const locked = { locked: errorMessage("results_locked") };

export const circleTables = {
  people: ({ people }) => ({
    columns: [
      "First name",
      "Last name",
      "Email",
      "Label",
      "Status",
      "Invitation",
      "Reason",
      "Added",
    ],
    pages: [
      people.map((person) => [
        person.first_name,
        person.last_name ?? "",
        person.email ?? "",
        person.label ?? "",
        person.status ?? "",
        person.delivery,
        person.delivery_reason ?? "",
        person.created_at,
      ]),
    ],
  }),
  questions: ({ circle }) => ({
    columns: ["Number", "Question", "Type", "Subtitle", "Options and labels"],
    pages: [
      circle.questions.map((question, index) => [
        String(index + 1),
        question.label,
        question.type,
        question.subtitle ?? "",
        listTypeTexts(question)
          .filter((text) => text !== "")
          .join("; "),
      ]),
    ],
  }),
  answers: ({ results, further_questions }) => ({
    columns: answerColumns,
    pages: [
      unlessLocked(results, (readable) =>
        listAnswerRows(readable, "locked" in further_questions ? [] : further_questions),
      ),
    ],
  }),
  encouragements: ({ results }) => ({
    columns: ["First name", "Received", "Note"],
    pages: [
      unlessLocked(results, ({ encouragements }) =>
        encouragements.map(({ first_name, received_on, note }) => [
          first_name ?? "",
          received_on,
          note,
        ]),
      ),
    ],
  }),
} satisfies Record<string, (circle: ArchivedCircle) => Table>;

function unlessLocked(results: Unlocked<Results>, list: (results: Results) => Rows): Rows {
  return "locked" in results ? [[results.locked]] : list(results);
}
