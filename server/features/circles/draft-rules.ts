import type { CircleDraftError } from "#contract/circles/circles.ts";
import { pickRole, type Question, type QuestionDraft } from "#contract/circles/questions.ts";
import { parseCoverPath } from "#contract/covers.ts";
import { DomainError } from "#contract/errors.ts";
import { pickTypeFields } from "#contract/question-types/rules.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { claimCover } from "#server/features/covers/queries.ts";

/** @throws DomainError for a broken rule of the wizard, with its place in `path` */
export function throwDraftError(error: CircleDraftError | undefined): void {
  if (error !== undefined) throw new DomainError(error.code, { path: error.path });
}

/**
 * Claims a cover for a circle.
 * @throws DomainError cover_not_yours
 */
export async function requireOwnCover(
  tx: Tx,
  owner: OwnerId,
  coverImageUrl: string | null,
  now: Date,
): Promise<void> {
  if (coverImageUrl === null) return;
  const cover = parseCoverPath(coverImageUrl);
  const isOwn = cover?.owner_id === owner && (await claimCover(tx, owner, cover.file_name, now));
  if (!isOwn) throw new DomainError("cover_not_yours", { path: ["cover_image_url"] });
}

/** What is stored of a question: its id, and nothing that its type does not use. */
export function toQuestion(question: QuestionDraft, id: number): Question {
  const { label, type, subtitle } = question;
  const role = pickRole(question);
  return {
    id,
    label,
    type,
    ...(subtitle && { subtitle }),
    ...pickTypeFields(question),
    ...(role !== undefined && { role }),
  };
}
