import { DomainError } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { dayMs, minuteMs } from "#contract/values/durations.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { findOwner, lockOwner } from "#server/access/profiles.ts";
import type { Db, Tx } from "#server/db/tables.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import type { Secrets } from "#server/system/secrets.ts";
import { countInvitationEmails, listLastEmailed } from "./mail-queries.ts";

export interface InvitingDeps {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  secrets: Secrets;
  config: { rateLimits: boolean; onLoopback: boolean };
}

export const spacingMs = limits.mailSpacingMinutes * minuteMs;

/** The time from which emails count towards the daily limit. */
export function countedSince(now: Date): Date {
  return new Date(now.getTime() - dayMs);
}

/**
 * Lets an owner request `wanted` more invitation emails, if that stays within the daily limit. The owner's row stays
 * locked until the transaction ends, so that concurrent calls are counted one after the other. Source: docs/product.md,
 * Emails.
 * @throws DomainError invite_mails_exhausted
 */
export async function allowInvitationEmails(
  tx: Tx,
  owner: OwnerId,
  wanted: number,
  { now, enabled }: { now: Date; enabled: boolean },
): Promise<void> {
  await lockOwner(tx, owner);
  if (!enabled) return;
  const asked = await countInvitationEmails(tx, owner, countedSince(now));
  if (asked + wanted > limits.invitationEmailsADay) {
    throw new DomainError("invite_mails_exhausted");
  }
}

/**
 * Which of some addresses an owner may not write to yet, and when they may: there is one email per person in ten
 * minutes, on any subject. Emails that the person requests do not count. Source: docs/product.md, Emails.
 */
export async function listEmailedTooRecently(
  tx: Tx,
  ownerId: string,
  emails: readonly string[],
  { now, enabled, secrets }: { now: Date; enabled: boolean; secrets: Secrets },
): Promise<Map<string, Date>> {
  if (!enabled) return new Map();
  const since = new Date(now.getTime() - spacingMs);
  const last = await listLastEmailed(tx, secrets, ownerId, emails, since);
  return new Map([...last].map(([email, at]) => [email, new Date(at.getTime() + spacingMs)]));
}

/** Whether an owner's invitations wait until they have proven their own address. Source: docs/product.md, Emails. */
export async function awaitsOwnerProof(
  tx: Tx,
  owner: OwnerId,
  config: { onLoopback: boolean },
): Promise<boolean> {
  if (config.onLoopback) return false;
  const account = await findOwner(tx, owner);
  return account?.email_proven_at == null;
}
