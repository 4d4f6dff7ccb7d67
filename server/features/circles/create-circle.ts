import { randomUUID } from "node:crypto";
import {
  type CircleDraft,
  type DraftFault,
  judgeCircleDraft,
  judgeInviteList,
} from "#contract/circles.ts";
import { parseCoverPath } from "#contract/covers.ts";
import { DomainError } from "#contract/errors.ts";
import type { InviteDraft } from "#contract/invites.ts";
import type { Question, QuestionDraft } from "#contract/questions.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner, saveProfile } from "#server/access/profiles.ts";
import type { Clock } from "#server/clock.ts";
import { dayIn, endOfDayIn } from "#server/days.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { takeCover } from "#server/features/covers/queries.ts";
import { addInvites } from "#server/features/invites/add-invites.ts";
import { allowInvitationMails } from "#server/features/invites/invitation-limits.ts";
import { lockOwner } from "#server/features/invites/queries.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { findCircleByKey, insertCircle } from "./queries.ts";

/** A paraline with its people, as the wizard sends it. */
export interface CircleToCreate extends CircleDraft {
  create_key: string;
  invites: readonly InviteDraft[];
  owner_name?: string | undefined;
}

/**
 * Stores a paraline, its questions, its people and the mails to send, together or not at all. The same key again, also
 * while the first call is under way, stores nothing and answers with what the first one stored.
 * Source: product decisions 3, 4 and 7; specification sections 2 and 5.
 * @returns the paraline's id
 * @throws DomainError for the first broken rule of the wizard, with its place in `path`; cover_not_yours;
 * invite_mails_exhausted
 */
export async function createCircle(
  deps: {
    db: Db;
    jobs: Jobs;
    clock: Clock;
    config: { rate_limits: boolean; on_loopback: boolean };
  },
  owner: OwnerId,
  draft: CircleToCreate,
): Promise<string> {
  const { db, jobs, clock, config } = deps;
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    // The same key sent twice at once is looked up one after the other.
    await lockOwner(tx, owner);
    const created = await findCircleByKey(tx, owner, draft.create_key);
    if (created !== undefined) return created;

    const account = await findOwner(tx, owner);
    const time_zone = account?.time_zone ?? "UTC";
    refuse(judgeCircleDraft(draft, dayIn(time_zone, now)));
    refuse(judgeInviteList(draft.invites, draft.is_anonymous, account?.email));
    await requireOwnCover(tx, owner, draft.cover_image_url, now);
    await allowInvitationMails(tx, owner, draft.invites.length, {
      now,
      enabled: config.rate_limits,
    });

    const id = randomUUID();
    const { create_key, title, description, what_they_ask, is_anonymous, deadline } = draft;
    await insertCircle(
      tx,
      owner,
      {
        id,
        create_key,
        title,
        description,
        what_they_ask,
        is_anonymous,
        deadline,
        closes_at: deadline === null ? null : endOfDayIn(time_zone, deadline),
        cover_image_url: draft.cover_image_url,
        questions: draft.questions.map(numberQuestion),
      },
      now,
    );
    if (draft.owner_name) await saveProfile(tx, owner, { full_name: draft.owner_name }, now);
    await addInvites(tx, jobs, { circle_id: id, owner }, draft.invites, {
      now,
      held: !config.on_loopback && account?.email_proven_at == null,
    });
    return id;
  });
}

function refuse(fault: DraftFault | undefined): void {
  if (fault !== undefined) throw new DomainError(fault.code, { path: fault.path });
}

async function requireOwnCover(
  tx: Tx,
  owner: OwnerId,
  cover_image_url: string | null,
  now: Date,
): Promise<void> {
  if (cover_image_url === null) return;
  const cover = parseCoverPath(cover_image_url);
  const is_own = cover?.owner_id === owner && (await takeCover(tx, owner, cover.file_name, now));
  if (!is_own) throw new DomainError("cover_not_yours", { path: ["cover_image_url"] });
}

/** What is stored of a question: its id, and nothing that its type does not use. */
function numberQuestion(
  { label, type, subtitle, rating_labels }: QuestionDraft,
  index: number,
): Question {
  return {
    id: index + 1,
    label,
    type,
    ...(subtitle && { subtitle }),
    ...(type === "rating" && rating_labels && { rating_labels }),
  };
}
