import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { dayMs } from "#contract/values/durations.ts";
import { createCircleKey } from "#server/access/encryption/circle-keys.ts";
import { loadOwnedCircle, type OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { lockOwner } from "#server/access/profiles.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { copyCover } from "#server/features/covers/copy-cover.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { copyInvites } from "#server/features/invites/people/copy-invites.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { requireOwnCover, toQuestion } from "./draft-rules.ts";
import { countCopies, findCircleByKey, insertCircle, insertCopy } from "./queries.ts";

/**
 * Makes a new, open circle from an old one, without its deadline and answers. Its people are copied if wanted, and
 * emailed only when the owner sends the invitations. Another call with the same key returns what the first call stored,
 * and both count once towards the daily limit. Deleting a copy does not free the limit. Source: docs/product.md, The
 * life of a paraline.
 * @returns the new circle's id
 * @throws DomainError circle_not_found, duplicates_exhausted, cover_uploads_exhausted
 */
export async function duplicateCircle(
  deps: {
    db: Db;
    covers: CoverStore;
    clock: Clock;
    secrets: Secrets;
    config: { rateLimits: boolean };
  },
  owner: OwnerId,
  circleId: string,
  { create_key, with_people }: { create_key: string; with_people: boolean },
): Promise<string> {
  const { db, clock, config, secrets } = deps;
  const now = clock.now();
  const original = await loadOwnedCircle(db, owner, circleId);
  const before = await inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const created = await findCircleByKey(tx, owner, create_key);
    // This is checked before the cover is copied, and again below, since other copies may be made at the same time.
    if (created === undefined) await requireCopyAllowed(tx, owner, now, config.rateLimits);
    return created;
  });
  if (before !== undefined) return before;
  // The cover is copied outside the transaction, since a file is written. A copy that is not used in the end is removed
  // like any unused cover.
  const coverImageUrl = await copyCover(deps, owner, original.cover_image_url);
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, owner);
    const created = await findCircleByKey(tx, owner, create_key);
    if (created !== undefined) return created;
    await requireCopyAllowed(tx, owner, now, config.rateLimits);
    const circle = await loadOwnedCircle(tx, owner, circleId);
    await requireOwnCover(tx, owner, coverImageUrl, now);
    const id = randomUUID();
    await insertCopy(tx, { user_id: owner, copy_id: id, created_at: now });
    const { description, what_they_ask, language, is_anonymous } = circle;
    await insertCircle(
      tx,
      owner,
      {
        id,
        create_key,
        // With other people it is not asked again, and shares nothing with the original.
        ...(with_people && { copied_from: circle.id }),
        title: copyTitle(circle),
        description,
        what_they_ask,
        language,
        is_anonymous,
        deadline: null,
        closes_at: null,
        cover_image_url: coverImageUrl,
        questions: circle.questions.map((question, index) => toQuestion(question, index + 1)),
      },
      now,
    );
    await createCircleKey(tx, secrets, { circle_id: id, user_id: owner });
    if (with_people) await copyInvites(tx, circle, id, now);
    return id;
  });
}

/** @throws DomainError duplicates_exhausted */
async function requireCopyAllowed(
  tx: Tx,
  owner: OwnerId,
  now: Date,
  isLimited: boolean,
): Promise<void> {
  const count = await countCopies(tx, owner, new Date(now.getTime() - dayMs));
  if (isLimited && count >= limits.duplicatesADay) throw new DomainError("duplicates_exhausted");
}

const suffix = " (copy)";

function copyTitle({ title }: OwnedCircle): string {
  return `${title.slice(0, limits.titleCharacters - suffix.length).toWellFormed()}${suffix}`;
}
