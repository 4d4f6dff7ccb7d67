import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CircleDraft,
  validateCircleDraft,
  validateInviteList,
} from "#contract/circles/circles.ts";
import { DomainError } from "#contract/errors.ts";
import type { InviteDraft } from "#contract/invites/invites.ts";
import { dayIn } from "#contract/values/days.ts";
import { createCircleKey } from "#server/access/encryption/circle-keys.ts";
import { loadOwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner, lockOwner, saveProfile } from "#server/access/profiles.ts";
import type { Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "#server/features/invites/invitation-limits.ts";
import { addInvites } from "#server/features/invites/people/add-invites.ts";
import { listInvites } from "#server/features/invites/people/read-invites.ts";
import { endOfDayIn } from "#server/system/days.ts";
import { requireOwnCover, throwDraftError, toQuestion } from "./draft-rules.ts";
import { findCircleByKey, insertCircle } from "./queries.ts";

interface CircleToCreate extends CircleDraft {
  create_key: string;
  invites: readonly InviteDraft[];
  owner_name?: string | undefined;
}

/**
 * Stores a circle, its questions, its people and the emails to send, all or nothing. An email to an address that was
 * emailed within the last ten minutes is sent once they are over. Another call with the same key, even while the first
 * call is running, stores nothing and returns what the first one stored. Source: docs/product.md, The life of a
 * paraline; Invitations.
 * @returns the circle's id
 * @throws DomainError for the first broken rule of the wizard, with its place in `path`; cover_not_yours;
 *   invite_mails_exhausted; circle_created_already when something else was stored with the same key
 */
export async function createCircle(
  { db, jobs, clock, config, secrets }: InvitingDeps,
  owner: OwnerId,
  draft: CircleToCreate,
): Promise<string> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    // Of two calls with the same key at once, the second waits here and finds what the first has stored.
    await lockOwner(tx, owner);
    const created = await findCircleByKey(tx, owner, draft.create_key);
    if (created !== undefined) {
      await requireUnchanged(tx, owner, created, draft);
      return created;
    }

    const account = await findOwner(tx, owner);
    const timeZone = account?.time_zone ?? "UTC";
    throwDraftError(validateCircleDraft(draft, dayIn(timeZone, now)));
    throwDraftError(
      validateInviteList(draft.invites, draft.is_anonymous, account?.addresses ?? []),
    );
    await requireOwnCover(tx, owner, draft.cover_image_url, now);
    const enabled = config.rateLimits;
    await allowInvitationEmails(tx, owner, draft.invites.length, { now, enabled });

    const id = randomUUID();
    const { create_key, title, description, what_they_ask, language } = draft;
    const { is_anonymous, deadline } = draft;
    await insertCircle(
      tx,
      owner,
      {
        id,
        create_key,
        title,
        description,
        what_they_ask,
        language,
        is_anonymous,
        deadline,
        closes_at: deadline === null ? null : endOfDayIn(timeZone, deadline),
        cover_image_url: draft.cover_image_url,
        questions: draft.questions.map((question, index) => toQuestion(question, index + 1)),
      },
      now,
    );
    await createCircleKey(tx, secrets, { circle_id: id, user_id: owner });
    if (draft.owner_name) await saveProfile(tx, owner, { full_name: draft.owner_name }, now);
    const emails = draft.invites.map(({ email }) => email);
    await addInvites(tx, { jobs, secrets, config }, { circle_id: id, owner }, draft.invites, {
      now,
      emails: {
        held: await awaitsOwnerProof(tx, owner, config),
        tooSoon: await listEmailedTooRecently(tx, owner, emails, { now, enabled, secrets }),
      },
    });
    return id;
  });
}

/**
 * If a response was lost, the draft may have changed before it is sent again. The changes must not be lost unnoticed.
 */
async function requireUnchanged(
  tx: Tx,
  owner: OwnerId,
  circleId: string,
  draft: CircleToCreate,
): Promise<void> {
  const circle = await loadOwnedCircle(tx, owner, circleId);
  const { invites } = await listInvites(tx, circle);
  const invited = invites.filter(({ source }) => source === "invited");
  if (!isDeepStrictEqual(createContent(circle, invited), createContent(draft, draft.invites))) {
    throw new DomainError("circle_created_already");
  }
}

function createContent(
  circle: CircleDraft,
  people: readonly {
    first_name: string;
    last_name?: string | null | undefined;
    email: string | null;
  }[],
) {
  const { title, description, what_they_ask, language } = circle;
  const { is_anonymous, deadline, cover_image_url } = circle;
  return {
    ...{ title, description, what_they_ask, language },
    ...{ is_anonymous, deadline, cover_image_url },
    questions: circle.questions.map((question, index) => toQuestion(question, index + 1)),
    people: people.map(({ first_name, last_name, email }) => [
      first_name.trim(),
      last_name?.trim() || null,
      email,
    ]),
  };
}
