import { randomUUID } from "node:crypto";
import { DomainError } from "#contract/errors.ts";
import { readEmail } from "#contract/values/email.ts";
import type { Db } from "#server/db/tables.ts";
import { inTransaction } from "#server/db/transactions.ts";
import { isUuid } from "#server/db/uuid.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/system/clock.ts";
import { insertLinkRequest } from "./link-queries.ts";

const absentOwnerId = "00000000-0000-0000-0000-000000000000";

/**
 * Accepts an address typed on a share link's page. Nothing is looked up here: a job finds out whether the circle exists
 * and whether the address was invited, so that every response is the same and takes the same work.
 * Source: docs/product.md, The share link.
 * @throws DomainError invite_email_missing, invite_email_malformed
 */
export async function requestPrivateLink(
  { db, jobs, clock }: { db: Db; jobs: Jobs; clock: Clock },
  circleId: string,
  typed: string,
): Promise<void> {
  if (typed.trim() === "") throw new DomainError("invite_email_missing", { path: ["email"] });
  const email = readEmail(typed);
  if (email === undefined) throw new DomainError("invite_email_malformed", { path: ["email"] });
  const requestId = randomUUID();
  await inTransaction(db, async (tx) => {
    await insertLinkRequest(tx, {
      id: requestId,
      circle_id: isUuid(circleId) ? circleId : absentOwnerId,
      email,
      created_at: clock.now(),
    });
    await jobs.enqueue(tx, "send_private_link", { request_id: requestId });
  });
}
