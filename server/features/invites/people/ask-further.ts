import { randomUUID } from "node:crypto";
import type { OwnedCircle } from "#server/access/owned-circle.ts";
import type { OwnerId } from "#server/access/owner.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import { listOptedOut } from "#server/mail/opt-outs.ts";
import { requestMailToPerson } from "#server/mail/request-mail.ts";
import {
  allowInvitationEmails,
  awaitsOwnerProof,
  type InvitingDeps,
  listEmailedTooRecently,
} from "../invitation-limits.ts";
import { insertInvites } from "../queries.ts";
import { createInviteToken } from "./add-invites.ts";
import { listPeopleWithoutDecline } from "./people-queries.ts";

type PersonToAsk = Awaited<ReturnType<typeof listPeopleToAsk>>[number];

/**
 * Whom a further question is put to: everyone whom an invitation has reached or, in a named circle, who has answered or
 * whose link the owner has, without those who have declined or unsubscribed. In an anonymous circle nothing here
 * depends on who has answered. Source: docs/product.md, Further questions.
 */
export async function listPeopleToAsk(db: Db, circle: OwnedCircle) {
  const people = (await listPeopleWithoutDecline(db, circle)).filter(
    (person) =>
      person.is_reached ||
      (!circle.is_anonymous && (person.status === "completed" || person.owner_has_link)),
  );
  const emails = people.flatMap(({ email }) => email ?? []);
  const optedOut = await listOptedOut(db, emails, circle.user_id);
  return people.filter(({ email }) => email === null || !optedOut.has(email));
}

/** Whether a further question is emailed to somebody: an invitation has reached them. */
export function isEmailed<Person extends PersonToAsk>(
  person: Person,
): person is Person & { email: string } {
  return person.email !== null && person.is_reached;
}

/**
 * Adds people to a further question, each with a private link of their own, and emails those whom an invitation has
 * reached; an address that was emailed just now gets it once ten minutes are over. Runs in the caller's transaction.
 * @throws DomainError invite_mails_exhausted
 */
export async function askPeople(
  tx: Tx,
  { jobs, clock, config, secrets }: InvitingDeps,
  { circle_id, owner }: { circle_id: string; owner: OwnerId },
  people: readonly PersonToAsk[],
): Promise<void> {
  const now = clock.now();
  const enabled = config.rateLimits;
  const asked = people.map((person) => ({ ...person, invite_id: randomUUID() }));
  await insertInvites(
    tx,
    { circle_id, user_id: owner },
    asked.map((person) => ({
      id: person.invite_id,
      follows: person.id,
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      label: person.label,
      source: person.source,
      owner_has_link: person.owner_has_link,
      invite_token: createInviteToken(),
    })),
    now,
  );
  const emailed = asked.filter(isEmailed);
  const emails = emailed.map(({ email }) => email);
  await allowInvitationEmails(tx, owner, emails.length, { now, enabled });
  const tooSoon = await listEmailedTooRecently(tx, owner, emails, { now, enabled, secrets });
  const held = await awaitsOwnerProof(tx, owner, config);
  for (const { invite_id, email } of emailed) {
    await requestMailToPerson(
      tx,
      { jobs, secrets, config },
      {
        kind: "further_question",
        intent: `further_question ${invite_id}`,
        user_id: owner,
        circle_id,
        invite_id,
        to_address: email,
        requested_at: now,
        startAfter: tooSoon.get(email),
        held,
      },
    );
  }
}
