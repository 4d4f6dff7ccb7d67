import type { QueuedEmails } from "#contract/invites/invites.ts";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Tx } from "#server/db/tables.ts";
import { listOptedOut } from "#server/mail/opt-outs.ts";
import { requestMailToPerson } from "#server/mail/request-mail.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "../invitation-limits.ts";

/**
 * Requests an email to each of some people of a circle, except people who have opted out or were emailed just now. An
 * invitation to somebody who has opted out is still recorded, once: the job that would send it skips it with the
 * reason, which the owner sees. Runs in the caller's transaction, which holds a lock on the owner's row unless the
 * request is not limited. Each manual request is its own intent.
 * @param options.isLimited false for an email that the owner did not ask for: no limit of theirs may keep it from anyone
 * @throws DomainError invite_mails_exhausted; then no email is requested
 */
export async function requestEmails(
  tx: Tx,
  { jobs, clock, config, secrets }: InvitingDeps,
  owner: OwnerId,
  circle: OwnedCircle,
  kind: "invitation" | "reminder",
  people: readonly { id: string; email: string }[],
  {
    intentFor = (id) => `${kind} ${id} ${crypto.randomUUID()}`,
    isLimited = true,
  }: { intentFor?: (inviteId: string) => string; isLimited?: boolean } = {},
): Promise<QueuedEmails> {
  const now = clock.now();
  const enabled = config.rateLimits && isLimited;
  const emails = people.map(({ email }) => email);
  const optedOut = await listOptedOut(tx, emails, owner);
  const tooSoon = await listEmailedTooRecently(tx, owner, emails, { now, enabled, secrets });
  const wanted = people.filter(({ email }) => !optedOut.has(email));
  const queued = wanted.filter(({ email }) => !tooSoon.has(email));
  if (isLimited) await allowInvitationEmails(tx, owner, queued.length, { now, enabled });
  const unwanted = kind === "invitation" ? people.filter(({ email }) => optedOut.has(email)) : [];
  const asked = [
    ...queued.map((person) => ({ ...person, intent: intentFor(person.id) })),
    ...unwanted.map((person) => ({ ...person, intent: `${kind} ${person.id} unwanted` })),
  ];
  const held = await awaitsOwnerProof(tx, owner, config);
  for (const { id, email, intent } of asked) {
    await requestMailToPerson(
      tx,
      { jobs, secrets, config },
      {
        kind,
        intent,
        user_id: owner,
        circle_id: circle.id,
        invite_id: id,
        to_address: email,
        requested_at: now,
        held,
      },
    );
  }
  return {
    queued_count: queued.length,
    too_soon_count: wanted.length - queued.length,
    opted_out_count: people.length - wanted.length,
  };
}
