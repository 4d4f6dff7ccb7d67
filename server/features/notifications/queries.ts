import { type ExpressionBuilder, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { countedPeople, countedResponses } from "#server/access/visibility.ts";
import type { Db, Tables, Tx } from "#server/db/tables.ts";

/** Readable responses that the owner has not been notified of, except in circles whose closing is reported first. */
function selectUnnotified(db: Db) {
  return db
    .selectFrom("feedback")
    .innerJoin("circles", "circles.id", "feedback.circle_id")
    .where("feedback.is_owner_notified", "=", false)
    .where((where) =>
      where.or([
        where("circles.status", "=", "active"),
        where("circles.is_closing_notified", "=", true),
      ]),
    );
}

/**
 * The next digest of owners who have had one since an instant waits. Owners who want no digests are included, so that
 * they count as notified of what arrives meanwhile.
 */
export async function listOwnersToNotify(
  db: Db,
  { digestSince, limit }: { digestSince: Date; limit: number },
): Promise<string[]> {
  const rows = await selectUnnotified(db)
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where((where) =>
      where.or([
        where("circles.is_anonymous", "=", true),
        where("profiles.notify_responses", "=", false),
        where.not(where.exists(selectDigestsSince(where, digestSince))),
      ]),
    )
    .select("circles.user_id")
    .distinct()
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

function selectDigestsSince(where: ExpressionBuilder<Tables, "circles">, since: Date) {
  return where
    .selectFrom("emails")
    .whereRef("emails.user_id", "=", "circles.user_id")
    .where("emails.kind", "=", "new_responses")
    .where("emails.created_at", ">", since)
    .select("emails.id");
}

export function listUnnotified(tx: Tx, userId: string) {
  return selectUnnotified(tx)
    .where("circles.user_id", "=", userId)
    .orderBy("feedback.circle_id")
    .orderBy("feedback.created_at")
    .select(["feedback.id", "feedback.circle_id", "circles.is_anonymous"])
    .execute();
}

export async function listUnnotifiedOfCircle(tx: Tx, circleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("feedback")
    .where("circle_id", "=", circleId)
    .where("is_owner_notified", "=", false)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasDigestSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const found = await tx
    .selectFrom("emails")
    .where("user_id", "=", userId)
    .where("kind", "=", "new_responses")
    .where("created_at", ">", since)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertDigestEntries(
  tx: Tx,
  emailId: string,
  feedbackIds: readonly string[],
): Promise<void> {
  await tx
    .insertInto("notified_responses")
    .columns(["mail_id", "feedback_id", "user_id"])
    .expression((responses) =>
      responses
        .selectFrom("feedback")
        .where("id", "in", feedbackIds)
        .select([responses.val(emailId).as("mail_id"), "id", "user_id"]),
    )
    .execute();
}

/** @returns how many entries were deleted; 0 when none is left */
export async function deleteEndedDigestEntries(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("notified_responses")
    .where("mail_id", "in", (ended) =>
      ended
        .selectFrom("notified_responses as entries")
        .innerJoin("emails", "emails.id", "entries.mail_id")
        .where("emails.state", "in", ["sent", "skipped", "failed"])
        .select("entries.mail_id")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * How emails to owners name the `circles` row of the surrounding query: a further question by its words. Its results
 * are read with those of the first circle.
 */
function emailCircleColumns() {
  return [
    sql<string>`coalesce(circles.follows, circles.id)`.as("results_id"),
    sql<string>`case when circles.follows is null then circles.title
      else left(circles.questions -> 0 ->> 'label', ${limits.titleCharacters}::integer) end`.as(
      "title",
    ),
  ] as const;
}

/** The name is null for people who joined through the link, because they typed it themselves. */
export function listDigestEntries(db: Db, emailId: string) {
  return db
    .selectFrom("notified_responses")
    .innerJoin("feedback", "feedback.id", "notified_responses.feedback_id")
    .innerJoin("circles", "circles.id", "feedback.circle_id")
    .leftJoin("invites", (join) =>
      join.onRef("invites.id", "=", "feedback.invite_id").on("invites.source", "=", "invited"),
    )
    .where("notified_responses.mail_id", "=", emailId)
    .where("circles.is_anonymous", "=", false)
    .orderBy("circles.created_at")
    .orderBy("circles.id")
    .orderBy("feedback.created_at")
    .orderBy("feedback.id")
    .select([
      "circles.id as circle_id",
      ...emailCircleColumns(),
      "invites.first_name",
      sql<number>`(${countedResponses()})`.as("responses_count"),
      sql<number | null>`(${countedPeople()})`.as("invites_count"),
    ])
    .execute();
}

/** Circles closed by their deadline whose owner has not been notified, those that closed first come first. */
export function listUnnotifiedClosings(db: Db, limit: number) {
  return db
    .selectFrom("circles")
    .where("status", "=", "completed")
    .where("is_closing_notified", "=", false)
    .orderBy("closed_at")
    .limit(limit)
    .select(["id", "user_id"])
    .execute();
}

/**
 * Locks one of them; undefined if another sweep or the owner was faster. The statement has only the id as a condition:
 * with others, the planner may search the index of all unnotified closings for it.
 */
export async function lockUnnotifiedClosing(
  tx: Tx,
  circleId: string,
): Promise<{ id: string; closed_at: Date } | undefined> {
  const circle = await tx
    .selectFrom("circles")
    .where("id", "=", circleId)
    .select(["id", "status", "is_closing_notified", "closed_at"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (circle?.status !== "completed" || circle.is_closing_notified) return undefined;
  const { id, closed_at } = circle;
  return closed_at === null ? undefined : { id, closed_at };
}

export function deadlineIntent(circle: { id: string; deadline: string }): string {
  return `deadline_reminder ${circle.id} ${circle.deadline}`;
}

/**
 * No reminder is needed if the deadline was chosen, or anything else was changed, within `hours` before it. @param
 * given.onlyProven leaves out owners whose address is not proven, who get no reminders
 */
export function listDueDeadlines(
  db: Db,
  {
    now,
    until,
    hours,
    onlyProven,
    limit,
  }: { now: Date; until: Date; hours: number; onlyProven: boolean; limit: number },
) {
  return db
    .selectFrom("circles")
    .leftJoin("profiles", "profiles.user_id", "circles.user_id")
    .where("circles.status", "=", "active")
    .where("circles.follows", "is", null)
    .where("circles.closes_at", ">", now)
    .where("circles.closes_at", "<=", until)
    .where(sql<boolean>`circles.updated_at <= circles.closes_at - make_interval(hours => ${hours})`)
    .where(sql<boolean>`coalesce(profiles.notify_deadlines, true)`)
    .$if(onlyProven, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("auth.users")
            .whereRef("auth.users.id", "=", "circles.user_id")
            .where("auth.users.email_proven_at", "is not", null)
            .select("auth.users.id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("emails")
            .where(
              "emails.intent",
              "=",
              sql<string>`'deadline_reminder ' || circles.id || ' ' || to_char(circles.deadline, 'YYYY-MM-DD')`,
            )
            .select("emails.id"),
        ),
      ),
    )
    .orderBy("circles.closes_at")
    .limit(limit)
    .select(["circles.id", "circles.user_id"])
    .select(({ ref }) => ref("circles.deadline").$notNull().as("deadline"))
    .execute();
}

export function findEmailCircle(db: Db, circleId: string) {
  return db
    .selectFrom("circles")
    .where("circles.id", "=", circleId)
    .select([
      "circles.id",
      "circles.follows",
      ...emailCircleColumns(),
      "circles.is_anonymous",
      "circles.deadline",
      "circles.closes_at",
      "circles.status",
      "circles.is_extended",
      sql<number>`(${countedResponses()})`.as("responses_count"),
      sql<number | null>`(${countedPeople()})`.as("invites_count"),
    ])
    .executeTakeFirst();
}

/** Owners who want a weekly summary and for whom one may be due, longest overdue first. */
export async function listWeeklyDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profiles")
    .where("notify_weekly", "=", true)
    .where(weeklyDueAt(), "<=", now)
    .orderBy(weeklyDueAt())
    .limit(limit)
    .select("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Locks an owner's profile and returns when their summary is due; undefined if another sweep was faster. */
export async function lockWeeklyDue(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ weekly_due_at: Date | null; time_zone: string | null } | undefined> {
  const profile = await tx
    .selectFrom("profiles")
    .where("user_id", "=", userId)
    .select(["notify_weekly", "weekly_due_at", "time_zone"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!profile?.notify_weekly) return undefined;
  return profile.weekly_due_at === null || profile.weekly_due_at <= now ? profile : undefined;
}

/** The expression is written exactly as in the index: owners whose time was never computed come first. */
function weeklyDueAt() {
  return sql<Date>`coalesce(weekly_due_at, '-infinity')`;
}

interface Week {
  /** The Monday of the summary. The week ends before it. */
  monday: string;
  firstDay: string;
  from: Date;
  to: Date;
}

export function findWeekActivity(db: Db, userId: string, week: Week, nextMonday: string) {
  return db
    .selectFrom("circles")
    .where("circles.user_id", "=", userId)
    .where("circles.follows", "is", null)
    .select([
      "circles.id",
      "circles.title",
      "circles.is_anonymous",
      "circles.status",
      "circles.deadline",
      sql<number>`(${countedResponses()})`.as("responses_count"),
      sql<number | null>`(${countedPeople()})`.as("invites_count"),
      sql<boolean>`circles.status = 'completed' and circles.closed_at >= ${week.from}::timestamptz
        and circles.closed_at < ${week.to}::timestamptz`.as("has_closed"),
      sql<boolean>`circles.status = 'active' and circles.deadline >= ${week.monday}::date
        and circles.deadline < ${nextMonday}::date`.as("is_closing"),
      sql<number>`(${countedResponses()
        .where("feedback.received_on", ">=", week.firstDay)
        .where("feedback.received_on", "<", week.monday)})`.as("new_count"),
    ])
    .orderBy("circles.created_at", "desc")
    .execute()
    .then((rows) =>
      rows.filter(
        ({ has_closed, is_closing, new_count }) => has_closed || is_closing || new_count > 0,
      ),
    );
}
