import { sql } from "kysely";
import type { Question } from "#contract/circles/questions.ts";
import { DomainError } from "#contract/errors.ts";
import type { Answers } from "#contract/feedback/answers.ts";
import { defineHotStatement } from "#server/db/hot-statements.ts";
import type { Sealed, WrappedKey } from "#server/db/sealed.ts";
import type { Db } from "#server/db/tables.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { createCircleCipher } from "./encryption/circle-cipher.ts";
import { openSealedAnswer, type SealedReflections } from "./encryption/sealed-answers.ts";
import {
  type CompletedInvite,
  type FoundInvite,
  type InviteWithCircle,
  inviteErrors,
} from "./open-invite.ts";
import { isOpenAt } from "./owned-circle.ts";

declare const held: unique symbol;

/**
 * What somebody wrote, for them alone: whoever has a private link of an open circle that has been answered, and the code
 * of a receipt. In a named circle both are of the same person. In an anonymous one nothing can tell, and besides the
 * closing only this opens a sealed answer. Only {@link loadAuthoredReflections} makes one.
 */
export interface AuthoredReflections {
  /** That of the row in `sealed_answers` or `feedback`. */
  readonly id: string;
  readonly invite: CompletedInvite;
  readonly questions: Question[];
  readonly written: SealedReflections;
  readonly [held]: true;
}

type Place = { circle_id: string; receipts: Buffer[]; now: Date };

type SealedRow = { id: string; sealed: Sealed<"sealed answers">; wrapped_key: WrappedKey };

const readSealed = defineHotStatement<Place, SealedRow>(
  "read_authored_sealed",
  (_, param) => sql<SealedRow>`
    select sealed_answers.id, sealed_answers.sealed, sealing_keys.wrapped_key
    from sealed_answers
    join sealing_keys on sealing_keys.circle_id = sealed_answers.circle_id
    join circles on circles.id = sealed_answers.circle_id
    where sealed_answers.circle_id = ${param("circle_id")}::uuid
      and sealed_answers.receipt = any(${param("receipts")}::bytea[]) and ${isOpenAt(param("now"))}`,
);

type NamedRow = {
  id: string;
  answers: Sealed<"answers">;
  note: Sealed<"encouragement"> | null;
  questions: Question[];
  use_in_insights: boolean;
  consented_processor: string | null;
};

const readNamed = defineHotStatement<Place & { invite_id: string }, NamedRow>(
  "read_authored_named",
  (_, param) => sql<NamedRow>`
    select feedback.id, feedback.sealed as answers, encouragements.sealed as note,
      feedback.questions, feedback.use_in_insights, feedback.consented_processor
    from feedback
    join circles on circles.id = feedback.circle_id
    left join encouragements on encouragements.invite_id = feedback.invite_id
    where feedback.circle_id = ${param("circle_id")}::uuid
      and feedback.invite_id = ${param("invite_id")}::uuid
      and feedback.receipt = any(${param("receipts")}::bytea[]) and ${isOpenAt(param("now"))}`,
);

/**
 * The circle of a link at which a code may be tried: any but an unknown one, or one of a circle that has closed. The
 * link need not have been answered, so that a withdrawn answer looks like one that never was.
 * @throws DomainError circle_closed, invite_invalid, link_turned_off
 */
export function requireLinkForCode(found: FoundInvite): InviteWithCircle {
  if (found.state === "invalid" || found.state === "turned_off" || found.state === "closed") {
    throw new DomainError(inviteErrors[found.state]);
  }
  if (found.state === "completed" && !found.isOpen) throw new DomainError("circle_closed");
  return found.invite;
}

/**
 * Reads what the holder of a link and of a code wrote. To change it, call this in the transaction that changes it, which
 * has locked the circle.
 * @param receipts the hashes of the code, by `ReceiptHasher.hashTyped`
 * @throws DomainError receipt_wrong, and what {@link requireLinkForCode} throws
 */
export async function loadAuthoredReflections(
  { db, secrets }: { db: Db; secrets: Secrets },
  found: FoundInvite,
  receipts: Buffer[],
  now: Date,
): Promise<AuthoredReflections> {
  const invite = requireLinkForCode(found);
  if (found.state !== "completed") throw new DomainError("receipt_wrong");
  const place = { circle_id: invite.circle_id, receipts, now };
  const authored = invite.circle.is_anonymous
    ? await findSealed(db, secrets, invite, place)
    : await findNamed(db, secrets, invite, place);
  if (authored === undefined) throw new DomainError("receipt_wrong");
  return { ...authored, invite: found.invite } as AuthoredReflections;
}

async function findSealed(db: Db, secrets: Secrets, invite: InviteWithCircle, place: Place) {
  const [row] = await readSealed(db, place);
  return (
    row && {
      id: row.id,
      questions: invite.circle.questions,
      written: openSealedAnswer(secrets, invite.circle_id, row),
    }
  );
}

async function findNamed(db: Db, secrets: Secrets, invite: InviteWithCircle, place: Place) {
  const [row] = await readNamed(db, { ...place, invite_id: invite.id });
  if (row === undefined) return undefined;
  const { id, questions, answers, note, use_in_insights, consented_processor } = row;
  const { open } = createCircleCipher(secrets, "circle key", invite.circle_id, invite.circle_key);
  const written: SealedReflections = {
    answers: JSON.parse(open("answers", answers)) as Answers,
    note: note === null ? null : open("encouragement", note),
    use_in_insights,
    consented_processor,
  };
  return { id, questions, written };
}
