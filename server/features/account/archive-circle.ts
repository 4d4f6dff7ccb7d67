import type { CircleDetails } from "#contract/circles.ts";
import { DomainError } from "#contract/errors.ts";
import type { Results } from "#contract/feedback.ts";
import type { Insights } from "#contract/insights.ts";
import type { Invite } from "#contract/invites.ts";
import { loadOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { readableCircle } from "#server/access/readable-circle.ts";
import type { Clock } from "#server/clock.ts";
import { toCsv } from "#server/csv.ts";
import type { Db } from "#server/db/tables.ts";
import { readCircle } from "#server/features/circles/read-circles.ts";
import { readResults } from "#server/features/feedback/read-results.ts";
import type { InsightsEngine } from "#server/features/insights/engine.ts";
import { readInsights } from "#server/features/insights/read-insights.ts";
import { listInvites } from "#server/features/invites/read-invites.ts";

export interface ArchiveDeps {
  db: Db;
  clock: Clock;
  engine: InsightsEngine | undefined;
}

/** What is made of answers is there, or the sentence that says why not. */
type Unlocked<Part> = Part | { locked: string };

/** One paraline as its owner may read it now. */
export interface ArchivedCircle {
  paraline: CircleDetails;
  people: Invite[];
  results: Unlocked<Results>;
  insights: Unlocked<Insights | null>;
}

/** Reads a paraline for the archive: what its screens show, by the same doors. */
export async function archiveCircle(
  deps: ArchiveDeps,
  owner: OwnerId,
  circle_id: string,
): Promise<ArchivedCircle> {
  const { db, clock } = deps;
  const now = clock.now();
  const circle = await loadOwnedCircle(db, owner, circle_id);
  const paraline = await readCircle(db, owner, circle_id, now);
  const { invites } = await listInvites(db, circle, now);
  return {
    paraline,
    people: invites,
    results: await unlessLocked(() =>
      readResults(db, readableCircle(circle), paraline.status === "active"),
    ),
    insights: await unlessLocked(async () => readMadeInsights(deps, circle)),
  };
}

async function readMadeInsights(deps: ArchiveDeps, circle: OwnedCircle): Promise<Insights | null> {
  return (await readInsights(deps, readableCircle(circle))).insights;
}

async function unlessLocked<Part>(read: () => Promise<Part>): Promise<Unlocked<Part>> {
  try {
    return await read();
  } catch (error) {
    const code: string | undefined = error instanceof DomainError ? error.code : undefined;
    if (code !== "results_locked") throw error;
    return { locked: (error as DomainError).message };
  }
}

/** The tables of a paraline, by the names of their files. */
export const circleTables = {
  "people.csv": ({ people }: ArchivedCircle) =>
    toCsv([
      ["First name", "Last name", "Email", "Label", "Status", "Invitation", "Reason", "Added"],
      ...people.map((person) => [
        person.first_name,
        person.last_name ?? "",
        person.email ?? "",
        person.label ?? "",
        person.status ?? "",
        person.delivery,
        person.delivery_reason ?? "",
        person.created_at,
      ]),
    ]),
  "questions.csv": ({ paraline }: ArchivedCircle) =>
    toCsv([
      ["Number", "Question", "Type", "Subtitle"],
      ...paraline.questions.map(({ label, type, subtitle }, index) => [
        String(index + 1),
        label,
        type,
        subtitle ?? "",
      ]),
    ]),
  "answers.csv": ({ results }: ArchivedCircle) =>
    toCsv([
      ["Perspective", "First name", "Received", "Question", "Answer"],
      ...("locked" in results
        ? [[results.locked]]
        : results.responses.flatMap(({ number, first_name, received_on, answers }) =>
            answers.map(({ question_id, label, answer }) => [
              String(number),
              first_name ?? "",
              received_on,
              label ?? `Question ${question_id}`,
              String(answer),
            ]),
          )),
    ]),
  "encouragements.csv": ({ results }: ArchivedCircle) =>
    toCsv([
      ["First name", "Received", "Note"],
      ...("locked" in results
        ? [[results.locked]]
        : results.encouragements.map(({ first_name, received_on, note }) => [
            first_name ?? "",
            received_on,
            note,
          ])),
    ]),
};
