import { randomBytes, randomUUID } from "node:crypto";
import type { InviteDraft } from "#contract/invites/invites.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { type PeopleMailDeps, requestMailToPerson } from "#server/mail/request-mail.ts";
import { insertInvites } from "../queries.ts";
import { listLabels } from "./label-queries.ts";

/** More than the 128 bits considered unguessable. */
const tokenBytes = 24;

/** A private link's token: unguessable and meaningless. */
export function createInviteToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/**
 * Adds people to a circle, each with a private link and the label that they have, and requests their invitations. Runs
 * in the caller's transaction, which has checked the list and the owner's daily limit.
 * @param emails undefined if they are only listed. `held`: whether the invitations wait until the owner has proven their
 *   own address. `tooSoon`: addresses that were emailed just now, and from when on they may be emailed again
 */
export async function addInvites(
  tx: Tx,
  deps: PeopleMailDeps,
  { circle_id, owner }: { circle_id: string; owner: OwnerId },
  drafts: readonly InviteDraft[],
  {
    now,
    emails,
  }: { now: Date; emails: { held: boolean; tooSoon: ReadonlyMap<string, Date> } | undefined },
): Promise<void> {
  const labels = await listLabels(
    tx,
    owner,
    drafts.map((draft) => draft.email),
  );
  const invites = drafts.map((draft) => {
    const { email } = draft;
    return {
      id: randomUUID(),
      first_name: draft.first_name.trim(),
      last_name: draft.last_name?.trim() || null,
      email,
      invite_token: createInviteToken(),
      label: labels.get(email) ?? null,
    };
  });
  await insertInvites(tx, { circle_id, user_id: owner }, invites, now);
  if (emails === undefined) return;
  for (const { id, email } of invites) {
    await requestMailToPerson(tx, deps, {
      kind: "invitation",
      intent: `invitation ${id}`,
      user_id: owner,
      circle_id,
      invite_id: id,
      to_address: email,
      requested_at: now,
      startAfter: emails.tooSoon.get(email),
      held: emails.held,
    });
  }
}
