import { type Selectable, sql } from "kysely";
import { withCurrentReadings } from "#contract/circles/questions.ts";
import type { GenerationStage, InsightsContent, Sentiment } from "#contract/insights/insights.ts";
import { toPaddedJson } from "#server/access/encryption/padded-json.ts";
import {
  beginReading,
  openText,
  type ReadableCircle,
  sealInsights,
} from "#server/access/readable-circle.ts";
import type { Db, InsightsTable, Tx } from "#server/db/tables.ts";
import { joinedNames } from "#server/features/invites/people/fold-name.ts";
import type { Shown } from "./checks/gate.ts";
import { isProcessorConsented } from "./engine.ts";
import type { KnownNames } from "./known-names.ts";
import type { StoredResponse } from "./prepare-reading.ts";

/** The parts of insights that are stored encrypted, because they state or quote what people wrote. */
interface InsightsTexts {
  sentiment: Sentiment;
  sentiment_explanation: string;
  summary_paragraph: string;
  next_step_suggestion: string;
  /** The structured form of these texts, with the quotes on which it is based. */
  content: InsightsContent;
  response_ids: string[];
  /** What the text questions asked for. */
  roles: string[];
}

/** Only what has passed the gate can be stored. */
export type NewInsights = Shown<Omit<StoredInsights, "circle_id" | "user_id">>;

export type StoredInsights = Omit<Selectable<InsightsTable>, "sealed"> & InsightsTexts;

/**
 * The responses of a circle that may be read and are not set aside: anonymous ones in the order of their random
 * ids, named ones in that of arrival. Their questions have their current roles.
 */
export async function listResponses(
  db: Db,
  circle: ReadableCircle,
): Promise<(StoredResponse & { consented_processor: string | null })[]> {
  const rows = await db
    .selectFrom("feedback")
    .where("circle_id", "=", circle.id)
    .where("is_set_aside", "=", false)
    .select(["id", "sealed", "questions", "use_in_insights", "consented_processor"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const begun = await beginReading(db, circle);
  return rows.map(({ sealed, questions, ...row }) => ({
    ...row,
    questions: questions.map((question) => withCurrentReadings(question, circle.questions)),
    answers: JSON.parse(openText(begun, "answers", sealed)),
  }));
}

/** The responses of a circle, in which those whose authors did not allow `processor` count as left out of insights. */
export async function listReadableResponses(
  db: Db,
  circle: ReadableCircle,
  processor: string,
): Promise<StoredResponse[]> {
  const responses = await listResponses(db, circle);
  return responses.map(({ consented_processor, ...response }) => ({
    ...response,
    use_in_insights:
      response.use_in_insights && isProcessorConsented(consented_processor, processor),
  }));
}

/** The names of the owner and of everyone invited; in a further question, of everyone invited to the first circle. */
export async function findNames(db: Db, circle: ReadableCircle): Promise<KnownNames> {
  const people = await db
    .selectFrom("invites")
    .where("circle_id", "=", circle.follows ?? circle.id)
    .select(["first_name", "last_name"])
    .execute();
  const owner = await db
    .selectFrom("profiles")
    .where("user_id", "=", circle.user_id)
    .select("full_name")
    .executeTakeFirst();
  return {
    names: [
      ...people.flatMap(({ first_name, last_name }) => [
        first_name,
        last_name ?? "",
        ...joinedNames([first_name, last_name ?? ""]),
      ]),
      owner?.full_name ?? "",
    ],
  };
}

/** A circle's insights as they are stored. Code that shows them uses `findInsights`, which counts again. */
export async function findStoredInsights(
  db: Db,
  circle: ReadableCircle,
): Promise<StoredInsights | undefined> {
  const row = await db
    .selectFrom("insights")
    .where("circle_id", "=", circle.id)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { sealed, ...plain } = row;
  const begun = await beginReading(db, circle);
  const texts: InsightsTexts = JSON.parse(openText(begun, "insights", sealed));
  return { ...plain, ...texts };
}

export function findLastGeneration(db: Db, circle: ReadableCircle) {
  return db
    .selectFrom("insight_generations")
    .where("circle_id", "=", circle.id)
    .select(["state", "stage", "place", "requested_at"])
    .orderBy("requested_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Gives up generations that have been running since before `stuckBefore`: their process has died. */
export async function failStuckGenerations(
  tx: Tx,
  circleId: string,
  { now, stuckBefore }: { now: Date; stuckBefore: Date },
): Promise<void> {
  await tx
    .updateTable("insight_generations")
    .set({ state: "failed", finished_at: now })
    .where("circle_id", "=", circleId)
    .where("state", "=", "running")
    .where("requested_at", "<", stuckBefore)
    .execute();
}

/** Deletes the requests before `since`, and returns how many of the remaining ones have not failed. */
export async function countGenerationsSince(
  tx: Tx,
  circleId: string,
  since: Date,
): Promise<number> {
  await tx
    .deleteFrom("insight_generations")
    .where("circle_id", "=", circleId)
    .where("state", "!=", "running")
    .where("requested_at", "<", since)
    .execute();
  const { count } = await tx
    .selectFrom("insight_generations")
    .where("circle_id", "=", circleId)
    .where("state", "!=", "failed")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes requests of all circles from before an instant, at most `limit`, and returns how many. */
export async function deleteGenerations(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  // The ids are passed as one value: if they were joined, PostgreSQL would read the whole table.
  const { numAffectedRows = 0n } = await sql`
    delete from insight_generations
    where id = any(array(
      select id from insight_generations where requested_at < ${before} order by requested_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/** Records a request; false if another is in progress. */
export async function insertGeneration(
  tx: Tx,
  row: { id: string; circle_id: string; user_id: string; requested_at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("insight_generations")
    .values({ ...row, state: "running", stage: "reading" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @param place how many tasks are ahead of it while it waits */
export async function setStage(
  db: Db,
  id: string,
  stage: GenerationStage,
  place: number | null = null,
): Promise<void> {
  await db
    .updateTable("insight_generations")
    .set({ stage, place })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/** Records the end of a generation. Returns false if it was given up in between. */
export async function finishGeneration(
  db: Db,
  id: string,
  state: "done" | "failed",
  finishedAt: Date,
): Promise<boolean> {
  const finished = await db
    .updateTable("insight_generations")
    .set({ state, finished_at: finishedAt })
    .where("id", "=", id)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

export async function replaceInsights(
  tx: Tx,
  circle: ReadableCircle,
  { engine_kind, engine_name, prompt_version, took_ms, updated_at, ...texts }: NewInsights,
): Promise<void> {
  const values = {
    sealed: sealInsights(circle, toPaddedJson(texts satisfies InsightsTexts)),
    engine_kind,
    engine_name,
    prompt_version,
    took_ms,
    updated_at,
  };
  await tx
    .insertInto("insights")
    .values({ circle_id: circle.id, user_id: circle.user_id, ...values })
    .onConflict((conflict) => conflict.column("circle_id").doUpdateSet(values))
    .execute();
}
