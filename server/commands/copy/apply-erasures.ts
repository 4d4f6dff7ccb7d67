import { findListed } from "#server/access/erasures/find-listed.ts";
import { isInErasureList } from "#server/access/erasures/note-erasures.ts";
import { type FoundList, listEntries } from "#server/access/erasures/read-erasure-list.ts";
import { reapplyAccountErasure } from "#server/features/account/erase-account.ts";
import { reapplyMethodRemoval } from "#server/features/auth/recovery.ts";
import { reapplyClosing } from "#server/features/circles/close-circle.ts";
import { reapplyCircleDeletion } from "#server/features/circles/delete-circle.ts";
import { reapplyWithdrawal } from "#server/features/feedback/receipts.ts";
import { reapplyPersonRemoval } from "#server/features/invites/people/remove-invite.ts";
import { recordListedOptOuts } from "#server/mail/opt-outs.ts";

export interface AppliedErasures {
  accounts: number;
  circles: number;
  people: number;
  /** Answers that were withdrawn. */
  answers: number;
  /** Anonymous circles that were open in the backup and had closed since. */
  closed: number;
  /** Accounts whose password, passkeys and connected accounts were removed. */
  access: number;
  optOuts: number;
}

/** @param backup.canRecover whether owners can choose a new password by email; else they keep their sign-in methods */
export async function applyErasures(
  deps: Parameters<typeof reapplyAccountErasure>[0] & Parameters<typeof reapplyCircleDeletion>[0],
  list: FoundList,
  { madeAt, canRecover }: { madeAt: string; canRecover: boolean },
): Promise<AppliedErasures> {
  const { db, secrets } = deps;
  const entries = listEntries(list);
  const accounts = await findListed({ db, secrets, entries }, "account", "auth.users");
  for (const id of accounts) await reapplyAccountErasure(deps, id);
  const circles = await findListed({ db, secrets, entries }, "circle", "circles");
  for (const id of circles) await reapplyCircleDeletion(deps, id);
  const people = await findListed({ db, secrets, entries }, "person", "invites");
  for (const id of people) await reapplyPersonRemoval(deps, id);
  const answers = [
    ...(await findListed({ db, secrets, entries }, "answer", "feedback")),
    ...(await findListed({ db, secrets, entries }, "answer", "sealed_answers")),
  ];
  for (const id of answers) await reapplyWithdrawal(deps, id);
  const closings = await findListed({ db, secrets, entries }, "closing", "circles");
  let closed = 0;
  for (const id of closings) if (await reapplyClosing(deps, id)) closed += 1;
  // These may have happened before the backup and been undone since, so only those after it count.
  const since = listEntries(list, madeAt.slice(0, 10));
  const access = canRecover
    ? await findListed({ db, secrets, entries: since }, "access", "auth.users")
    : [];
  for (const id of access) await reapplyMethodRemoval(deps, id);
  const optOuts = await recordListedOptOuts(db, {
    isListed: (name) => isInErasureList(since, secrets, "opt-out", name),
    now: deps.clock.now(),
  });
  return {
    accounts: accounts.length,
    circles: circles.length,
    people: people.length,
    answers: answers.length,
    closed,
    access: access.length,
    optOuts,
  };
}
