import { sql } from "kysely";
import type { InviteWithCircle, OpenInvite } from "#server/access/open-invite.ts";
import { isOpenAt } from "#server/access/owned-circle.ts";
import { invitesCount, responsesCount } from "#server/access/visibility.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed } from "#server/db/sealed.ts";
import type { Db, Tx } from "#server/db/tables.ts";

/** What is stored of a submission to a named circle. */
export type NamedReflections = {
  id: string;
  answers: Sealed<"answers">;
  /** JSON text. */
  questions: string;
  use_in_insights: boolean;
  /** The processor for insights that the author was shown; null for none. */
  consented_processor: string | null;
  /** A day in the owner's time zone. */
  received_on: string;
  note_id: string;
  note: Sealed<"encouragement"> | null;
  /** The hash of the code of its receipt. */
  receipt: Buffer;
};

/** What is stored of a submission to an anonymous circle. */
export type SealedRow = {
  id: string;
  sealed: Sealed<"sealed answers">;
  receipt: Buffer;
};

/** How many readable responses there are, and how many people were asked. */
export type Counts = {
  responses_count: number;
  invites_count: number;
};

/**
 * It includes the token: since the link was opened, it may have been replaced because others may now read the answers.
 */
type Completion = { invite_id: string; invite_token: string; submission_key: string };

const storeNamed = defineHotStatement<NamedReflections & Completion & { now: Date }, Counts>(
  "submit_named",
  (_, param) =>
    sql<Counts>`
      with completed as (
        update invites set status = 'completed', submission_key = ${param("submission_key")}::uuid
        from circles
        where invites.id = ${param("invite_id")}::uuid and invites.status = 'pending'
          and invites.invite_token = ${param("invite_token")}
          and circles.id = invites.circle_id and not circles.is_anonymous and ${isOpenAt(param("now"))}
        returning invites.id, invites.circle_id, invites.user_id
      ), answered as (
        insert into feedback (id, circle_id, user_id, invite_id, sealed, questions, use_in_insights,
          consented_processor, received_on, created_at, receipt)
        select ${param("id")}::uuid, circle_id, user_id, id, ${param("answers")}::bytea,
          ${param("questions")}::jsonb, ${param("use_in_insights")}::boolean, ${param("consented_processor")}::text,
          ${param("received_on")}::date, ${param("now")}::timestamptz,
          ${param("receipt")}::bytea
        from completed
      ), encouraged as (
        insert into encouragements (id, circle_id, user_id, invite_id, sealed, received_on)
        select ${param("note_id")}::uuid, circle_id, user_id, id, ${param("note")}::bytea,
          ${param("received_on")}::date
        from completed where ${param("note")}::bytea is not null
      )
      select (${responsesCount()}) + 1 as responses_count, (${invitesCount()}) as invites_count
      from completed join circles on circles.id = completed.circle_id`,
);

/**
 * Completes the invite of a named circle and stores its answers, readable at once, in one statement. Returns undefined
 * and stores nothing if the invite was no longer pending or the circle was not open. Of concurrent calls exactly one
 * stores. The invites feature cannot complete the invite, because this must be one statement.
 */
export async function storeNamedReflections(
  db: Db,
  invite: OpenInvite,
  submissionKey: string,
  reflections: NamedReflections,
  now: Date,
): Promise<Counts | undefined> {
  const [counts] = await storeNamed(db, {
    ...reflections,
    invite_id: invite.id,
    invite_token: invite.invite_token,
    submission_key: submissionKey,
    now,
  });
  return counts;
}

const lockAnonymousInvite = defineHotStatement<
  { invite_id: string; invite_token: string; now: Date },
  { id: string }
>(
  "lock_anonymous_invite",
  (_, param) =>
    sql<{ id: string }>`
        select circles.id from circles join invites on invites.circle_id = circles.id
        where invites.id = ${param("invite_id")}::uuid and invites.status = 'pending'
          and invites.invite_token = ${param("invite_token")}
          and circles.is_anonymous and ${isOpenAt(param("now"))}
        for no key update of circles`,
);

/**
 * Serializes submissions to one anonymous circle with its closing; false if it is no longer open or the invite is no
 * longer pending.
 */
export async function lockPendingAnonymousInvite(
  tx: Tx,
  { id, invite_token }: OpenInvite,
  now: Date,
): Promise<boolean> {
  const rows = await lockAnonymousInvite(tx, { invite_id: id, invite_token, now });
  return rows.length === 1;
}

const storeSealed = defineHotStatement<
  SealedRow & Omit<Completion, "invite_token">,
  { circle_id: string }
>(
  "submit_anonymous",
  (_, param) =>
    sql<{ circle_id: string }>`
      with completed as (
        update invites set status = 'completed', submission_key = ${param("submission_key")}::uuid
        where invites.id = ${param("invite_id")}::uuid and invites.status = 'pending'
        returning invites.circle_id, invites.user_id
      )
      insert into sealed_answers (id, circle_id, user_id, sealed, receipt)
      select ${param("id")}::uuid, circle_id, user_id, ${param("sealed")}::bytea,
        ${param("receipt")}::bytea
      from completed returning circle_id`,
);

/**
 * Completes the invite of an anonymous circle and stores its answers sealed, without any link to it. The circle must be
 * locked. Returns false and stores nothing if the invite is no longer pending.
 */
export async function storeSealedReflections(
  tx: Tx,
  invite: OpenInvite,
  submissionKey: string,
  row: SealedRow,
): Promise<boolean> {
  const stored = await storeSealed(tx, {
    ...row,
    invite_id: invite.id,
    submission_key: submissionKey,
  });
  return stored.length === 1;
}

/** How many readable responses there are now, and how many people were asked. */
export function loadCounts(db: Db, invite: InviteWithCircle) {
  return db
    .selectFrom("circles")
    .where("circles.id", "=", invite.circle_id)
    .select([
      sql<number>`(${responsesCount()})`.as("responses_count"),
      sql<number>`(${invitesCount()})`.as("invites_count"),
    ])
    .executeTakeFirstOrThrow();
}
